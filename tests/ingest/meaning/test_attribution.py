"""A claim is about what fails, recovers or is acted on."""
from __future__ import annotations

from collections.abc import Callable

import pytest

from ingest.extract.attribution import told_in
from ingest.types import Reading

Whom = Callable[..., tuple[tuple[str, ...], tuple[str, ...]]]


@pytest.mark.parametrize(("text", "language", "about", "cause"), [
    ("Lambda calls on Fargate failed due to the DynamoDB outage.", "en", {"aws-lambda", "aws-fargate"}, {"aws-dynamodb"}),
    ("Após a recuperação do EC2, o Redshift voltou.", "pt", {"aws-redshift"}, {"aws-ec2"}),
    ("Tras la recuperación de EC2, Redshift volvió.", "es", {"aws-redshift"}, {"aws-ec2"}),
    ("Sau khi EC2 khôi phục, Redshift trở lại.", "vi", {"aws-redshift"}, {"aws-ec2"}),
    ("EC2 復旧後、Redshift が再開した。", "ja", {"aws-redshift"}, {"aws-ec2"}),
    ("EC2 장애로 인해 Redshift 쿼리가 실패했다.", "ko", {"aws-redshift"}, {"aws-ec2"}),
    ("由于 EC2 故障，Redshift 查询失败。", "zh", {"aws-redshift"}, {"aws-ec2"}),
    ("Après la reprise d'EC2, Redshift est revenu.", "fr", {"aws-redshift"}, {"aws-ec2"}),
    ("Wegen des EC2-Ausfalls, so heißt es, fiel Redshift aus.", "de", {"aws-redshift"}, {"aws-ec2"}),
])
def test_what_is_named_only_as_cause_or_date_is_kept_apart(
    whom: Whom, text: str, language: str, about: set[str], cause: set[str]
) -> None:
    found, aside = whom(text, text, language)
    assert (set(found), set(aside)) == (about, cause)


def test_a_label_gives_the_services_of_its_items(whom: Whom) -> None:
    text = "# Impact\n\n- AWS Lambda:\n  - errors until noon\n- ECS, EKS, Fargate:\n  - task starts failed\n"
    assert set(whom(text, "errors until noon")[0]) == {"aws-lambda"}
    assert set(whom(text, "task starts failed")[0]) == {"aws-ecs", "aws-eks", "aws-fargate"}


def test_the_nearest_heading_wins_unless_the_clause_names_another(whom: Whom) -> None:
    text = "# Redshift outage\n\n## Amazon SQS\n\nErrors rose sharply.\n\nKinesis had errors too.\n"
    assert whom(text, "Errors rose sharply.")[0] == ("aws-sqs",)
    assert whom(text, "Kinesis had errors too.")[0] == ("aws-kinesis",)


def test_a_sentence_with_two_times_is_two_clauses(whom: Whom) -> None:
    text = "By 1:15 Redshift recovered, and by 2:40 Kinesis was back."
    times = ("1:15", "2:40")
    assert whom(text, text, "en", times, "1:15")[0] == ("aws-redshift",)
    assert whom(text, text, "en", times, "2:40")[0] == ("aws-kinesis",)


def test_the_sentence_before_says_whom_the_service_means(whom: Whom) -> None:
    text = "Redshift failed at 9:00. It came back at 10:00."
    assert whom(text, "It came back at 10:00.")[0] == ("aws-redshift",)


def test_a_list_of_many_services_is_no_subject(whom: Whom) -> None:
    text = "Redshift, SQS, Kinesis, Fargate and ECS suffered. It ended at 10:00."
    assert whom(text, "It ended at 10:00.")[0] == ()


def test_a_vendor_that_acts_is_not_what_it_is_about(whom: Whom) -> None:
    text = "DynamoDB broke.\n\nAWS engineers restarted Redshift."
    assert whom(text, "AWS engineers restarted Redshift.")[0] == ("aws-redshift",)
    public = "DynamoDB broke.\n\nAWS announced the incident publicly."
    assert whom(public, "AWS announced the incident publicly.")[0] == ("aws",)


def test_what_stands_under_a_time_is_told_by_all_of_it(reading: Callable[..., Reading]) -> None:
    document = reading("### 10:00\n\n- Length: three minutes\n- What: errors on /api/orders\n\n### 11:00\n\nCalm.\n")
    item = next(one for one in document.passages if document.text[one.start:one.end].startswith("Length"))
    time = document.text.index("10:00")
    start, end = told_in((item.start, item.end), item, document, (time, time + 5))
    assert document.text[start:end].endswith("/api/orders")
    assert told_in((item.start, item.end), item, document, (item.start, item.start + 2)) == (item.start, item.end)


def test_modified_nouns_stand_beside_names_and_bare_ones_do_not(whom: Whom) -> None:
    text = "Redshift queries failed when idle, and the web server crashed with the queue."
    found = whom(text, text)[0]
    assert "web-server" in found and "queue" not in found


def test_a_noun_that_leads_a_clause_stands_beside_the_names_after_it(whom: Whom) -> None:
    text = "The node that Redshift ran on was unreachable by the queue."
    assert set(whom(text, text)[0]) == {"aws-redshift", "node"}
    text = "The queue Redshift reads crashed."
    assert whom(text, text)[0] == ("aws-redshift",)


def test_what_people_heard_of_it_by_is_not_what_the_next_sentence_is_about(whom: Whom) -> None:
    text = "# Redshift outage\n\nPagerDuty paged us. We began to look into it.\n"
    assert whom(text, "We began to look into it.")[0] == ("aws-redshift",)


def test_a_chat_named_before_is_not_what_goes_on_being_told_of(whom: Whom) -> None:
    text = "# Leak\n\nA Slack channel was created at 10:00.\n\nThe history was purged.\n"
    assert whom(text, "The history was purged.")[0] == ()


def test_headings_of_one_level_leave_the_subject_to_the_one_that_names_it(whom: Whom) -> None:
    text = "# Amazon SQS incident 7\n\n# SUMMARY\n\nIt was slow.\n\n# ROOT CAUSE\n\nErrors rose sharply.\n"
    assert whom(text, "Errors rose sharply.")[0] == ("aws-sqs",)
