"""The pages: thin templates over the same queries as the API, own CSS and JavaScript, no build step."""
