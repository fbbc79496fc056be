"""Plots: exact figures in, the same figures as a table, and a drawing that shows them."""

import re
from fractions import Fraction

from engine import roll
from engine.dice.distribution import Distribution
from errata.codebase_check import report_of
from errata.impact.playing import play
from errata.impact.plots import BOTTOM, LEFT, MOST, RIGHT, TOP, by_step, row_plots, spread
from errata.reports.parts.scenes_page import MANY, plots, scenes
from errata.rulebook_choice import AUTO
from errata.source.files import files_of
from tests.test_errata import vtts
from tests.test_errata.test_reports.pages import SHORT, Dom, page, panel_report, report

MEDIUM = "space/range-bands/medium/attack-dm"


def numbers(path):
    return [float(number) for number in re.findall(r"\d+\.\d", path)]


def test_a_plot_is_an_image_with_title_description_and_a_table_of_its_figures():
    dom = Dom(page(panel_report()))
    drawn = dom.all("svg")
    assert len(drawn) == 4
    for one in drawn:
        assert one["attrs"]["role"] == "img"
        names = one["attrs"]["aria-labelledby"].split()
        said = {inner["attrs"].get("id"): inner for inner in dom.elements if one in inner["within"]}
        assert [said[name]["tag"] for name in names] == ["title", "desc"]
        assert all(said[name]["text"].strip() for name in names)
        figure = one["within"][-1]
        assert any(figure in table["within"] for table in dom.all("table", class_="figures"))


def test_lines_differ_by_more_than_colour():
    dom = Dom(page(panel_report()))
    style = dom.all("style")[0]["text"]
    assert re.search(r"\.s2 \{[^}]*stroke-dasharray", style)
    assert dom.all("circle", class_="m1")
    assert dom.all("path", class_="m2")
    assert {one["text"] for one in dom.all("text")} >= {"by the book", "with these rules"}


def test_a_spread_has_every_value_of_both_rolls():
    plot = spread("damage", "points", roll("2D"), roll("2D+1"))
    assert plot.rows[0] == ("2", "2.8 %", "0 %")
    assert plot.rows[-1] == ("13", "0 %", "2.8 %")
    assert plot.told.startswith("by the book, the mean is 7, the spread ±2.42, from 2 to 12, most often 7; with these")


def test_a_wide_spread_is_grouped_and_loses_no_value():
    wide = Distribution(dict.fromkeys(range(1000), 1))
    plot = spread("damage", "points", wide, Distribution.constant(5000))
    assert len(plot.rows) <= MOST
    assert plot.rows[0][0] == "0 to 125"
    assert len(plot.ticks_x) <= 8


def test_clamped_multiples_are_grouped_evenly():
    power = (roll("7D") * 3).clamp(high=60)
    after = (roll("7D") * 3 + 1).clamp(high=60)
    plot = spread("Power", "Power", power, after)
    shares = [float(row[1].strip("<> %")) for row in plot.rows][:-1]
    assert shares == sorted(shares)
    assert plot.rows[-1][0] == "60"
    assert len(plot.rows) == (60 - 21) // 3 + 1
    other = spread("damage", "points", roll("6D") * 3, roll("6D") * 4)
    shares = [float(row[1].strip("<> %")) for row in other.rows]
    top = shares.index(max(shares))
    assert shares == sorted(shares[:top]) + sorted(shares[top:], reverse=True)


def test_the_value_of_a_high_column_is_written_where_there_is_room():
    full = Distribution.mixture([(Distribution.constant(13), Fraction(3, 4)), (roll("2D"), Fraction(1, 4))])
    [tick] = spread("Power", "Power", full, full).cut
    assert tick.leftward
    assert float(tick.at) < RIGHT


def test_a_column_that_dwarfs_the_others_is_cut_off_and_labelled():
    miss = Distribution.mixture([(Distribution.constant(0), Fraction(3, 4)), (roll("2D"), Fraction(1, 4))])
    plot = spread("damage", "points", miss, miss)
    assert [tick.text for tick in plot.cut] == ["75.0 % and 75.0 %"]
    assert all(TOP <= y <= BOTTOM for y in numbers(plot.series[0].path)[3::2][:3])


def test_everything_stays_on_the_canvas_whatever_the_figures():
    for values in (
        [Fraction(10) ** 40, Fraction(1)],
        [Fraction(0), Fraction(0)],
        [Fraction(1, 10**9), None],
        [None, None],
        [Fraction(-3), Fraction(4)],
    ):
        plot = by_step("cost", "rule", "Cr", ["a", "b"], [("cost", values)])
        for x, y in plot.series[0].marks:
            assert LEFT <= float(x) <= RIGHT
            assert TOP <= float(y) <= BOTTOM


def test_a_value_that_cannot_be_played_is_a_gap_in_the_plot():
    plot = by_step("hit", "rule", "%", ["+0", "+1", "+2"], [("hit", [Fraction(1, 2), None, Fraction(1)])], "+1")
    assert plot.series[0].path.count("M") == 2
    assert plot.rows[1] == ("+1 (the book)", "—")
    assert plot.book


def test_played_scenes_are_drawn_and_all_but_the_first_few_are_folded():
    made = report("house", panel=play({"Short": {SHORT: 3}, "Medium": {MEDIUM: 1}}))
    assert len(made.panel.scenes) > MANY
    dom = Dom(page(made))
    [folded] = dom.all("details", class_="rest")
    inside = [folded in one["within"] for one in dom.all("article")]
    assert (len(inside), sum(inside)) == (len(made.panel.scenes), len(inside) - MANY)
    titles = [one["text"] for one in dom.all("figcaption")]
    assert "Hit chance by range: A double turret of pulse lasers" in titles
    assert "Each rule by itself" in [one["text"] for one in dom.all("h2")]


def test_scenes_at_several_ranges_share_a_plot_nearest_first():
    panel = panel_report().panel
    first = plots(panel)[0]
    assert first.title == "Hit chance by range: A turret duel"
    assert [row[0] for row in first.rows] == ["Short", "Medium"]
    assert [series.name for series in first.series] == ["by the book", "with these rules"]
    assert [len(shown.plots) for shown in scenes(panel)] == [1, 1]


def test_the_values_of_a_codebase_are_plotted_row_by_row(tmp_path):
    vtts.write(tmp_path, vtts.WRONG)
    report = report_of([(tmp_path, files_of(tmp_path, False), AUTO)], lambda: None, cached=False)
    [bands] = row_plots(report)
    assert bands.title == "Space range bands: hit chance of Gunner 1"
    # Gunner 1 needs 8: with DM+1 a 6 on 2D, 26 ways of 36; with DM-2 a 9, 10 ways
    assert bands.rows[2] == ("Short", "72.2 %", "27.8 %")
    assert bands.rows[3] == ("Medium", "58.3 %", "58.3 %")
    vtts.write(tmp_path, vtts.RIGHT)
    assert row_plots(report_of([(tmp_path, files_of(tmp_path, False), AUTO)], lambda: None, cached=False)) == []


def test_two_files_are_plotted_apart_and_only_what_is_reported(tmp_path):
    table = "const RANGE_DM = {{ short: {0}, medium: {1}, long: -2, distant: -6 }};\n"
    vtts.write(tmp_path, {"src/a.js": table.format(3, 0), "b.js": table.format(1, 2)})
    report = report_of([(tmp_path, files_of(tmp_path, False), AUTO)], lambda: None, cached=False)
    drawn = {plot.series[1].name: [row[2] for row in plot.rows[2:4]] for plot in row_plots(report)}
    assert drawn == {"a.js": ["91.7 %", "58.3 %"], "b.js": ["72.2 %", "83.3 %"]}
    report.findings = [finding for finding in report.findings if finding.place.file == "b.js"]  # as a baseline does
    assert [plot.series[1].name for plot in row_plots(report)] == ["b.js"]
