"""Running the product: serve, migrate, describe the API, show the settings."""

from __future__ import annotations

import click

from kb.cli.context import Deps, pass_deps

_IN_MEMORY = 16 * 1024 * 1024  # bytes of an answer that wait for a slow reader in memory; waitress writes more to a file


@click.command()
@click.option("--host", help="address to listen on (default PMKB_HOST or 127.0.0.1: this machine only)")
@click.option("--port", type=click.IntRange(0, 65535), help="port (default PMKB_PORT or 8000; 0 takes a free one)")
@pass_deps
def serve(deps: Deps, host: str | None, port: int | None) -> None:
    """Serve the pages and the API."""
    import socket

    import waitress

    host = host or deps.settings.host
    app = deps.create_app()
    try:
        listener = socket.create_server(
            (host, deps.settings.port if port is None else port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        )
    except OSError as error:
        raise click.ClickException(
            f"cannot listen on {host}:{port or deps.settings.port}: {error.strerror}. Choose another with --port."
        ) from error
    bound = listener.getsockname()[1]
    address = f"http://{f'[{host}]' if ':' in host else host}:{bound}"
    click.echo(
        f"Postmortem KB serves on {address} ({'this machine only' if host in ('127.0.0.1', '::1', 'localhost') else 'reachable by others'})"
    )
    click.echo(f"A first query:  curl '{address}/api/v1/incidents'")
    click.echo(f"API browser:    {address}/docs        stop with Ctrl-C")
    waitress.serve(
        app, sockets=[listener], threads=deps.settings.threads, ident="pmkb", outbuf_overflow=_IN_MEMORY, _quiet=True
    )


@click.group()
def db() -> None:
    """The database."""


@db.command()
@pass_deps
def upgrade(deps: Deps) -> None:
    """Create the database or bring it to this version."""
    from kb.settings import masked
    from kb.store.migrate import upgrade as migrate

    migrate(deps.settings.database_url)
    click.echo(f"database is current: {masked(deps.settings.database_url)}")


@click.command()
@pass_deps
def openapi(deps: Deps) -> None:
    """Print the OpenAPI 3.1 document."""
    with deps.create_app().test_client() as client:
        click.echo(client.get("/openapi.json").get_data(as_text=True))


@click.command()
@pass_deps
def config(deps: Deps) -> None:
    """Show every setting and the environment variable it comes from."""
    for name, value in deps.settings.items():
        click.echo(f"{name}={value}")


commands = [serve, db, openapi, config]
