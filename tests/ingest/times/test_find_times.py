"""What the grammar reads, in our own words, and what it leaves alone."""
from __future__ import annotations

import time
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.extract.times.convert import convert_spans
from ingest.extract.times.find import find, find_invalid
from ingest.extract.times.resolve import local_time
from ingest.language import SUPPORTED, load
from tests.ingest.times.times_notation import shown

READ = [
    ("en", "Errors rose at 9:05 PM EDT (01:05 UTC) and fell by 9:40 PM EDT.", "21:05[EDT] (01:05[UTC]); by 21:40[EDT]"),
    ("en", "It lasted from 3:10 AM–4:25 AM PT on March 3, 2024.", "2024-03-03T03:10[PT]/2024-03-03T04:25[PT]"),
    ("en", "On March 3, 2024 at approximately 11:58 pm it began.", "~2024-03-03T23:58"),
    ("en", "Restarted two minutes later; stable since 04:00.", "lag 120s; since 04:00"),
    ("en", "11:50 PM – 12:20 AM", "23:50/+1dT00:20"),
    ("en", "2024-03-03 23:18 US/Pacific", "2024-03-03T23:18[US/Pacific]"),
    ("en", "Between approximately 3:10 UTC on 3 Mar 2024 and 4:25 UTC on 4 Mar 2024",
     "~2024-03-03T03:10[UTC]/2024-03-04T04:25[UTC]"),
    ("en", "between 03:10 and approximately 04:25 UTC", "03:10[UTC]/~04:25[UTC]"),
    ("en", "03/03/2024 06:10 UTC – 09:40 UTC", "2024-03-03T06:10[UTC]/2024-03-03T09:40[UTC]"),
    ("en", "2024-03-03 10:12 (MEZ)", "2024-03-03T10:12[MEZ]"),
    ("de", "zwischen etwa 15:20 und 17:30 Uhr", "~15:20/17:30"),
    ("fr", "entre environ 15h20 et 17h30", "~15:20/17:30"),
    ("es", "Entre las 22:15 del 3 de marzo y las 1:40 del 4 de marzo hubo fallos.", "03-03T22:15/03-04T01:40"),
    ("es", "alrededor de las 6 AM PDT", "~06:00[PDT]"),
    ("pt", "À 1h05 reiniciamos; por volta das 2h10 de 4 de março voltou.", "01:05; ~03-04T02:10"),
    ("pt", "4 de março, 23h10 ~ 5 de março, 0h20", "03-04T23:10/03-05T00:20"),
    ("vi", "Lúc 10:12 tối (PST) ngày 03/03/2024, lỗi bắt đầu", "2024-03-03T22:12[PST]"),
    ("vi", "Trong khoảng 10:12PM ngày 3/3 ~ 1:05AM ngày 4/3", "03-03T22:12/03-04T01:05"),
    ("vi", "khoảng 1:20 chiều ngày 4/3", "~03-04T13:20"),
    ("ja", "3 月 3 日午後 10 時 12 分ごろに発生", "~03-03T22:12"),
    ("ja", "2024年3月3〜4日、3 月 3 日 10:12PM〜3 月 4 日 1:05AM の間", "2024-03-03/2024-03-04; 03-03T22:12/03-04T01:05"),
    ("ja", "2024-03-03 03:40（UTC 03-02 18:40）", "2024-03-03T03:40 (03-02T18:40[UTC])"),
    ("ko", "2024년 3월 3일 오전 2:27 ~ 오전 4:03 (GMT+9)", "2024-03-03T02:27[GMT+9]/2024-03-03T04:03[GMT+9]"),
    ("zh", "今日凌晨 3:24 服务下线，北京时间 5:10 左右恢复", "+0dT03:24; ~05:10[北京时间]"),
    ("fr", "Le serveur fut arrêté de 1h12 à 9h17 (UTC+2), puis samedi à 16h41.", "01:12[UTC+2]/09:17[UTC+2]; SatT16:41"),
    ("de", "| 23:39 (3. März) | gegen 6 Uhr morgens", "03-03T23:39; ~06:00"),
    ("fr", "11h20 UTC (12h20 Paris) : erreurs", "11:20[UTC] (12:20[Paris])"),
    ("fr", "de 12h28 à 12h48 (Paris)", "12:28[Paris]/12:48[Paris]"),
    ("en", "from 11:48 PM PDT (2:48 AM EDT) on March 3 until 2:40 AM PDT (5:40 AM EDT) on March 4",
     "03-03T23:48[PDT]/03-04T02:40[PDT]"),
    ("es", "entre las 23:49 PDT (03:49 de Chile) del 3 de marzo y las 15:01 PDT (19:01 de Chile) del 4 de marzo",
     "03-03T23:49[PDT]/03-04T15:01[PDT]"),
    ("es", "a las 10:20 UTC (11:20 en España)", "10:20[UTC] (11:20[en España])"),
    ("fr", "10h20 UTC (11h20 à Paris) le 3 mars", "03-03T10:20[UTC] (11:20[à Paris])"),
    ("de", "10:20 UTC (11:20 Uhr in Deutschland)", "10:20[UTC] (11:20[in Deutschland])"),
    ("de", "um 3:11 Uhr Eastern Time (9:11 Uhr MESZ)", "03:11[Eastern Time] (09:11[MESZ])"),
    ("fr", "vers 9h11, heure française ; à 9h20, heure de grande écoute", "~09:11[heure française]; 09:20"),
    ("pt", "às 0h11, horário do Pacífico", "00:11[horário do Pacífico]"),
    ("de", "um 14:05 Uhr (Wien) und 14:20 Uhr (Keycloak)", "14:05[Wien]; 14:20"),
    ("ja", "`10:05` 〜 `10:20` 断絶", "10:05/10:20"),
    ("en", "- **10:05** – **10:20**: errors", "10:05/10:20"),
    ("vi", "Lúc 2 giờ 36 phút hệ thống lỗi, kéo dài 1 giờ 12 phút", "02:36; 4320s"),
]

LEFT = [
    ("en", "Upgraded to 1.10.30, then 2.4; 3/4 of 10.0.0.5:8080 failed, error 503, */5 * * * *, score 3-2, ratio 16:9."),
    ("en", "It may 5 times fail; version 24.04, port 1433, id 133-03-03-2020, us-east-1, $12, 45%, ab12:34cd, ::1"),
    ("en", "See https://example.org/2024/03/03/post-2 and images/2024-03-03-chart.png for more."),
    ("pt", "A versão 6.30 reduziu 8/5 das falhas em 3 nós e o IP 10.20.30.40 voltou."),
    ("ja", "一時的に十分な容量がなく、DNS の 1.2.3 版で 2 つの障害"),
    ("de", "So geht es mit Version 3.5 und 8/5 Servern weiter."),
]


@pytest.mark.parametrize(("code", "text", "reading"), READ)
def test_reads(code: str, text: str, reading: str):
    assert shown(find(text, code)) == reading


@pytest.mark.parametrize(("code", "text"), LEFT)
def test_leaves_alone(code: str, text: str):
    assert shown(find(text, code)) == ""


def test_quotes_are_the_text():
    for code, text, _ in READ:
        for found in find(text, code):
            assert text[found.span[0]:found.span[1]] == found.text


def test_a_bare_form_is_a_time_only_to_somebody_who_asked():
    assert shown(find("8/5", "en")) == ""
    (asked,) = find("8/5", "en", context=True)
    assert (asked.needs, shown([asked])) == ("context", "08-05")
    assert shown(find("8/5", "en", context=True, locale="en-GB")) == "05-08"


@pytest.mark.parametrize("text", ["25:61", "2025-02-30", "30/02/2025", "23:48–25:61"])
def test_impossible_times_are_reported_not_read(text: str):
    assert find(text, "pt") == []
    assert [one.text for one in find_invalid(text, "pt")]


def test_convert_answers_with_offsets_only_where_a_zone_is_stated():
    answers = convert_spans("yesterday 5pm to 6pm, 10:00 PST", "en", "en-US", datetime(2025, 1, 10))
    assert answers[0]["from"] == "2025-01-09T17:00:00"
    assert answers[1]["value"] == "2025-01-10T10:00:00-08:00"


INSTANTS = st.datetimes(datetime(1975, 1, 1), datetime(2060, 12, 31)).map(lambda one: one.replace(second=0, microsecond=0))


def written(moment: datetime, code: str) -> str:
    """A moment as the language writes it in full, with CLDR's month names."""
    month = next(name for name, number in load(code).months.items() if number == moment.month)
    day, year, clock = moment.day, moment.year, f"{moment:%H:%M}"
    return {
        "en": f"{month.title()} {day}, {year} at {(moment.hour + 11) % 12 + 1}:{moment:%M} {'AM' if moment.hour < 12 else 'PM'}",
        "es": f"{day} de {month} de {year} a las {clock}", "pt": f"{day} de {month} de {year}, às {moment.hour}h{moment:%M}",
        "vi": f"{clock} ngày {day} tháng {moment.month} năm {year}", "fr": f"{day} {month} {year} à {moment.hour}h{moment:%M}",
        "ja": f"{year}年{moment.month}月{day}日{moment.hour}時{moment:%M}分", "zh": f"{year}年{moment.month}月{day}日{clock}",
        "ko": f"{year}년 {moment.month}월 {day}일 {moment.hour}시 {moment.minute}분",
        "de": f"{day}. {month.title()} {year} um {clock} Uhr",
    }[code]


@pytest.mark.parametrize("code", SUPPORTED)
@settings(max_examples=40, deadline=None)
@given(moment=INSTANTS)
def test_what_a_language_writes_is_read_back(code: str, moment: datetime):
    (found,) = find(written(moment, code), code)
    assert found.first is not None
    assert local_time(found.first, None) == moment


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "ja"])
@pytest.mark.parametrize("unit", ["1", ":", "([", "1:", "1-", "12 ", "1.", "oct "])
def test_cost_grows_with_length_not_faster(code: str, unit: str):
    find("12:00", code)

    def cost(size: int) -> float:
        text = unit * (size // len(unit))
        start = time.process_time()
        find(text, code)
        return time.process_time() - start

    assert cost(400_000) < 8 * cost(100_000) + 0.5
