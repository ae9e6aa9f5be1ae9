"""Checks demo.json by itself: counts, references, files, neighbours, titles, and every bet against the rules.

Usage: python check_demo.py       prints a summary, or what is wrong and ends with 1.
"""
import json
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEMO = json.loads((HERE / 'demo.json').read_text())
WRONG = []
DEFAULT_STEPS = [(0, 5), (50, 10), (200, 20), (500, 50), (1000, 100), (2000, 200), (5000, 500), (10000, 1000), (20000, 2000), (50000, 5000)]
UNIT = {'s': 1, 'm': 60, 'h': 3600, 'd': 86400}


def want(holds, *what):
    if not holds:
        WRONG.append(' '.join(map(str, what)))


def seconds(t):
    """Relative time as seconds from now, negative in the past."""
    if t == 'now':
        return 0
    m = re.fullmatch(r'([+-])(\d+)([smhd])', t)
    want(m, 'no relative time:', t)
    return (1 if m[1] == '+' else -1) * int(m[2]) * UNIT[m[3]] if m else 0


def minimum(price, start, percent, table):
    if price is None:
        need = max(10, start)
    elif percent:
        need = (price * 110 + 99) // 100
    else:
        need = price + max((row for row in table if row[0] <= price), key=lambda row: row[0])[1]
    return need + -need % 10


people = {p['key']: p for p in DEMO['people']}
houses = {h['key']: h for h in DEMO['houses']}
catalogs = {c['key']: c for c in DEMO['catalogs']}
codes = {}
for top in DEMO['categories']:
    codes[top['code']] = top['id']
    for item in top['items']:
        want(item['code'].split('.')[0] == top['code'], 'code of', item['name'])
        codes[item['code']] = item['id']

want(len(codes) == 30 and len(set(codes.values())) == 30, 'categories:', len(codes))
want(len(DEMO['houses']) == 6 and len(houses) == 6, 'houses')
want(len(DEMO['catalogs']) == 9 and len(catalogs) == 9, 'catalogs')
want(len(DEMO['lots']) == 400, 'lots:', len(DEMO['lots']))
for code, id_ in (('10', 1866), ('13', 1875), ('12', 1868), ('14', 1880), ('11', 1867), ('15', 1872)):
    want(codes.get(code) == id_, 'id of category', code)
want('0' in codes, 'no special category')
demo = ['admin', 'owner', 'manager', 'auctioneer', 'newsmaker', 'trusted', 'trusted2', 'accepted', 'accepted2', 'new']
for i, (p, name) in enumerate(zip(DEMO['people'], demo), 1):
    want(p['email'] == f'{name}@demo.example' and p['phone'] == f'+79000000{i:03}', 'demo account', p['key'])
for field in ('key', 'email', 'phone', 'displayName'):
    want(len({p[field] for p in DEMO['people']}) == len(DEMO['people']), 'people share a', field)

accepted, trusted, staff = {}, {}, {}
for h in DEMO['houses']:
    want((HERE / h['photo']).exists(), h['photo'])
    accepted[h['key']] = {r['person'] for r in h['registrations'] if r['status'] == 1}
    trusted[h['key']] = {r['person'] for r in h['registrations'] if r['status'] == 1 and r['trusted']}
    staff[h['key']] = {p for row in h['staff'].values() for p in row}
    for p in {r['person'] for r in h['registrations']} | staff[h['key']]:
        want(p in people, 'unknown person', p)
    want({'trusted', 'trusted2'} <= trusted[h['key']] and {'accepted', 'accepted2'} <= accepted[h['key']] - trusted[h['key']], 'registrations of', h['key'])
    want('new' not in {r['person'] for r in h['registrations']}, 'new@ is known to', h['key'])
for c in DEMO['catalogs']:
    want(c['house'] in houses and (HERE / c['logo']).exists() and all(p in people for p in c['auctioneer'] + c.get('subscribers', [])), 'catalog', c['key'])
    if c['endDate']:
        want(seconds(c['startDate']) < seconds(c['endDate']), 'dates of', c['key'])

kinds = Counter((c['catalogType'], c['state'], c['isAutoStart']) for c in DEMO['catalogs'])
want(kinds[0, 1, True] == 1 and kinds[0, 1, False] == 1 and kinds[1, 1, True] == 2 and kinds[0, 2, True] == 1, 'kinds of catalogs', dict(kinds))
want(sum(n for k, n in kinds.items() if k[0] == 2) == 1 and sum(n for k, n in kinds.items() if k[0] == 3) == 1, 'gallery and post-auction')
want(any(c['catalogType'] == 0 and c['state'] == 0 and c['startDate'] == '+10m' and c['isAutoStart'] for c in DEMO['catalogs']), 'nothing starts in ten minutes')
want(any(c['catalogType'] == 1 and c['endDate'] == '+20m' for c in DEMO['catalogs']), 'nothing ends in twenty minutes')

bets = 0
for lot in DEMO['lots']:
    name = f'{lot["catalog"]} {lot["catalogLotId"]}:'
    cat, price = catalogs[lot['catalog']], lot['price']
    want(lot['house'] == cat['house'], name, 'house')
    want(codes.get(lot['classCode']) == lot['categoryId'], name, 'category')
    want(all(lot[k] for k in ('titleRu', 'descriptionRu', 'period', 'materials', 'size', 'sourceCountryRu')), name, 'an empty text')
    shown = lot['images'][0]
    want(2 <= len(lot['images']) <= 5 and len(set(lot['images'])) == len(lot['images']), name, 'views')
    want(shown.startswith('art/') and 'views' not in shown, name, 'begins with', shown)
    for v in lot['images']:
        want((HERE / v).is_file(), name, v)
    for v in lot['images'][1:]:
        want(v.startswith((f'art/views/{Path(shown).stem}-', 'art/views/back-')), name, 'shows a view of another work', v)
    want(price['start'] % 10 == 0 and 0 <= price['start'] <= 10 ** 12, name, 'start price')
    want(price['start'] > 0 or cat['catalogType'] > 1, name, 'no start price')
    want(price['reserve'] is None or price['reserve'] > price['start'], name, 'reserve')
    want((price['estimatedFrom'] or 0) <= (price['estimatedTo'] or 0), name, 'estimate')
    table = [(r['start'], r['step']) for r in (cat['stepsTable'] or houses[cat['house']]['stepsTable'] or [])] or DEFAULT_STEPS
    percent = cat['calculationType'] == 2 or (cat['catalogType'] == 1 and cat['calculationType'] == 0)
    played = cat['history'] is not None and lot['catalogLotId'] <= cat['history']['played']
    lead = who = when = None
    for b in lot['bets']:
        bets += 1
        at, p = seconds(b['at']), b['person']
        want(p in accepted[lot['house']] and p not in staff[lot['house']], name, p, 'may not bid')
        want(b['value'] % 10 == 0, name, b['value'], 'is no multiple of 10')
        want(b['value'] >= minimum(lead, price['start'], percent, table), name, b['value'], 'after', lead)
        want(p != who, name, p, 'bids twice')
        want(p in trusted[lot['house']] or b['value'] <= (5000, 50, 50)[price['currency']], name, b['value'], 'above the cap')
        want(when is None or at > when, name, 'times')
        want(at < 0, name, 'a bet in the future')
        began = seconds(cat['startDate'])
        if cat['catalogType'] == 1 or played:
            want(at > began, name, 'a bet before the start')
        else:
            want(at < min(began, 0), name, 'a bet on a lot that has not come up')
        if cat['state'] == 2:
            want(at < seconds(cat['endDate']), name, 'a bet after the end')
        lead, who, when = b['value'], p, at
    want(not lot['bets'] or cat['catalogType'] < 2, name, 'bets in a gallery')
    for order in lot.get('limits', []):
        at, p = seconds(order['at']), order['person']
        want(p in trusted[lot['house']], name, p, 'may not leave a limit')
        want(order['value'] % 10 == 0 and order['value'] >= minimum(lead, price['start'], percent, table), name, 'limit', order['value'])
        want(cat['catalogType'] < 2 and not played, name, 'a limit on a lot that is over')
        want(cat['catalogType'] == 0 or p == who, name, p, 'would bid at once')
        want((when or -10 ** 9) < at < 0, name, 'a limit before the last bet')
    for q in lot.get('priceQueries', []):
        want(cat['catalogType'] > 1, name, 'a price query in a sale with bidding')
        want(q['person'] in people and seconds(q['at']) < 0, name, 'price query of', q['person'])
        if q['answer']:
            want(q['answer']['person'] in staff[lot['house']] and seconds(q['at']) < seconds(q['answer']['at']) < 0, name, 'answer')
    want(all(p in people for p in lot.get('favouriteOf', [])), name, 'favourite of somebody unknown')
    want((lot['result'] is not None) == played, name, 'result')
    if lot['result']:
        met = lead is not None and (price['reserve'] is None or lead >= price['reserve'])
        want((lot['result'] in ('sold', 'paid')) == met, name, lot['result'])

for key, c in catalogs.items():
    rows = sorted((l for l in DEMO['lots'] if l['catalog'] == key), key=lambda l: l['catalogLotId'])
    want([l['catalogLotId'] for l in rows] == list(range(1, len(rows) + 1)), key, 'lot numbers')
    for a, b in zip(rows, rows[1:]):
        want(a['images'][0] != b['images'][0], key, 'neighbours share a picture', a['catalogLotId'])
    if c['catalogType'] == 0 and c['isAutoStart'] and c['state'] == 1:
        left = (len(rows) - c['history']['played']) * c['lotSaleTimeoutInSeconds']
        want(len(rows) >= 120 and left >= 2 * 3600, key, 'is too short for an evening')
want(len({l['titleRu'] for l in DEMO['lots']}) == len(DEMO['lots']), 'titles repeat')
want(8 <= sum(l['top'] > 0 for l in DEMO['lots']) <= 12, 'top lots')
want(any(l['price']['currency'] == 1 for l in DEMO['lots']), 'nothing in euros')
authors = {a for l in DEMO['lots'] for a in l['authors']}
for a in DEMO['artists']:
    want(a['name'] in authors, 'no lot is by', a['name'])
    want(1 <= len(a['images']) <= 7, 'pictures of', a['name'])
    want(all(p in people for p in a['subscribers']), 'subscribers of', a['name'])
for n in DEMO['news']:
    want(n['house'] is None or n['house'] in houses, 'house of', n['title'])
    want(n['publisher'] in people and n['newsType'] in range(4), n['title'])
    want(n['published'] is None or seconds(n['published']) < 0, n['title'], 'is to come')
for f in [i for a in DEMO['artists'] for i in a['images']] + [n['image'] for n in DEMO['news'] if n['image']] + [b['image'] for b in DEMO['banners'] + DEMO['partners']]:
    want((HERE / f).is_file(), 'no file', f)
unused = {f'art/views/{f.name}' for f in (HERE / 'art/views').iterdir()} - {v for l in DEMO['lots'] for v in l['images']}
want(not unused, 'no lot shows', *sorted(unused))
size = sum(f.stat().st_size for f in HERE.rglob('*') if f.is_file() and '__pycache__' not in f.parts)
want(size <= 25_000_000, 'too big:', size)

if WRONG:
    print(*WRONG[:40], f'{len(WRONG)} faults', sep='\n')
    sys.exit(1)
files = Counter(l['images'][0] for l in DEMO['lots'])
print(f'{len(DEMO["lots"])} lots of {len(files)} works (one at most {max(files.values())} times), {len(codes)} categories '
      f'({len({l["classCode"] for l in DEMO["lots"]})} codes in use), {bets} bets, {sum(l["price"]["reserve"] is not None for l in DEMO["lots"])} reserves, {size / 1e6:.1f} MB')
