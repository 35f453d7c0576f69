"""page.py - the tables of a report and the rows of a results.csv, as they are.

Python's standard library only."""
import csv
import html.parser
import json
import os


class Tables(html.parser.HTMLParser):
    """Collects every table with its name, and every element with data-limit."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.tables = []  # (name, header, [(attributes, cells)])
        self.limits = {}  # cell -> word
        self.cell = None
        self.inside = False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == 'table':
            self.tables.append((attributes.get('data-table'), [], []))
            self.inside = True
        elif tag == 'span' and 'data-limit' in attributes:
            self.limits[int(attributes['data-c'])] = attributes['data-limit']
        elif not self.inside:
            return
        elif tag == 'tr':
            self.tables[-1][2].append((attributes, []))
            self.cell = None
        elif tag in ('td', 'th') and self.tables[-1][2]:
            self.cell = [attributes, '']
            self.tables[-1][2][-1][1].append(self.cell)
        elif tag in ('small', 'b', 'div') and self.cell:
            self.cell[1] += '|'

    def handle_endtag(self, tag):
        if tag == 'table':
            self.inside = False
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None:
            self.cell[1] += data.replace('\n', '')


def tables(path):
    parser = Tables()
    with open(path, encoding='utf-8') as page:
        parser.feed(page.read().split('<script', 1)[0])
    found = {}
    for name, _, rows in parser.tables:
        if name:
            found.setdefault(name, []).append(rows)
    return found, parser.limits


def rows(directory):
    with open(os.path.join(directory, 'results.csv'), newline='',
              encoding='utf-8') as file:
        return list(csv.DictReader(file))


def about(directory):
    try:
        with open(os.path.join(directory, 'run.json'), encoding='utf-8') as file:
            return json.load(file)
    except FileNotFoundError:
        return {}
