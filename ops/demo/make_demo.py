"""Writes demo.json, the seed of a demonstration site, from art/manifest.json. Deterministic; needs Python 3.10, nothing else.

Usage: python make_demo.py            (then: python check_demo.py)

Times are relative to the loading of the seed: "now" or a sign, a whole number and a unit s, m, h or d ("-45s", "+10m").
Bets follow docs/rules.md: steps by the default table (Classic) or ten percent (Parallel), multiples of 10, strictly
rising, never twice in succession by one bidder.
"""
import json
import random
from pathlib import Path

from content import content, follow

HERE = Path(__file__).resolve().parent
WORKS = json.loads((HERE / 'art/manifest.json').read_text())
R = random.Random(1866)

# ------------------------------------------------------------------------------------------------ categories
CATEGORIES = [
    (1866, '10', 'Живопись', ['Пейзаж', 'Морской пейзаж', 'Натюрморт', 'Городской вид', 'Портрет']),
    (1867, '11', 'Графика', ['Печатная графика', 'Рисунок', 'Акварель']),
    (1875, '13', 'Скульптура', ['Камень и гипс', 'Бронза']),
    (1868, '12', 'Керамика', ['Вазы и сосуды', 'Блюда и тарелки']),
    (1880, '14', 'Иконы', ['Иконы на доске', 'Иконы в окладах']),
    (1872, '15', 'Смешанная техника', ['Абстракция', 'Коллаж и фактура']),
    (1869, '16', 'Серебро и металл', []),
    (1870, '17', 'Ювелирные украшения', []),
    (1871, '18', 'Часы', []),
    (1873, '19', 'Мебель', []),
    (1874, '20', 'Ковры и ткани', []),
    (1876, '21', 'Книги и переплёты', []),
    (1877, '22', 'Медали и плакетки', []),
    (1865, '0', 'Разное', []),
]


def categories():
    out, sub = [], 1901
    for id_, code, name, items in CATEGORIES:
        row = {'id': id_, 'code': code, 'name': name, 'items': []}
        for i, item in enumerate(items, 1):
            row['items'].append({'id': sub, 'code': f'{code}.{i}', 'name': item})
            sub += 1
        out.append(row)
    return out


CATEGORY_OF = {row['code']: row['id'] for top in categories() for row in (top, *top['items'])}


# ------------------------------------------------------------------------------------------------ people
DEMO = [
    ('admin', 'Виктор Соколовский', ['admin']), ('owner', 'Сергей Покровский', []), ('manager', 'Ольга Лаврентьева', []),
    ('auctioneer', 'Елена Мирская', []), ('newsmaker', 'Дарья Ветрова', []), ('trusted', 'Анна Иванова', []),
    ('trusted2', 'Михаил Оболенцев', []), ('accepted', 'Ирина Кузнецова', []), ('accepted2', 'Павел Дорохов', []),
    ('new', 'Наталья Ершова', []),
]
BIDDERS = ['Константин Разумихин', 'Екатерина Вольнова', 'Юрий Тарханов', 'Софья Берг', 'Андрей Мещерский', 'Тимур Галеев',
           'Людмила Стрешнева', 'Глеб Каретников', 'Вера Ипатьева', 'Роман Шадрин']
STAFF = [('keeper1', 'Николай Лавров'), ('keeper2', 'Алиса Пресненская'), ('keeper3', 'Борис Невельской'),
         ('keeper4', 'Маргарита Опалева'), ('keeper5', 'Илья Северин')]
APPLICANTS = [('applicant1', 'Артём Лисицын'), ('applicant2', 'Зоя Крылатова'), ('applicant3', 'Денис Хомутов')]


def people():
    rows = [(k, n, r) for k, n, r in DEMO]
    rows += [(f'bidder{i}', n, []) for i, n in enumerate(BIDDERS, 1)]
    rows += [(k, n, []) for k, n in STAFF + APPLICANTS]
    return [{'key': k, 'displayName': n, 'email': f'{k}@demo.example', 'phone': f'+79000000{i:03}', 'roles': r}
            for i, (k, n, r) in enumerate(rows, 1)]


# ------------------------------------------------------------------------------------------------ houses
HOUSES = [
    dict(key='north', nameRu='Аукционный дом «Северная галерея»', address='Санкт-Петербург, набережная Адмирала Грейга, 14',
         galleryType=0, commission=15, isGallery=True,
         staff=dict(owner=['owner', 'keeper5'], manager=['manager'], newsmaker=['newsmaker']), photo=['river-dawn'],
         descriptionRu='Русская живопись и графика двух столетий. Вечерние торги каждую субботу, предаукционный показ — с четверга. '
                       'Эксперты дома принимают работы на оценку по предварительной записи.'),
    dict(key='pokrovsky', nameRu='Дом «Покровский и сыновья»', address='Москва, Малый Покровский проезд, 7',
         galleryType=None, commission=15, isGallery=False,
         staff=dict(owner=['owner'], manager=['manager'], newsmaker=['newsmaker']), photo=['still-jug'],
         descriptionRu='Семейный аукционный дом: живопись, антиквариат, иконы, серебро. Торги ведёт аукционист в зале; '
                       'ставки принимаются из зала, по сети и заочно.'),
    dict(key='lavrov', nameRu='Собрание Лаврова', address='Ярославль, Волжский бульвар, 3',
         galleryType=None, commission=18, isGallery=False,
         staff=dict(owner=['keeper1'], manager=['manager'], newsmaker=['keeper1']), photo=['icon-saint'],
         descriptionRu='Иконы, русский пейзаж и старая книга. Каждый предмет сопровождается заключением реставратора.'),
    dict(key='presnya', nameRu='Галерея «Пресня, 12»', address='Москва, Пресненский тупик, 12',
         galleryType=4, commission=12, isGallery=True,
         staff=dict(owner=['keeper2'], manager=['keeper2'], newsmaker=['newsmaker']), photo=['discs'],
         descriptionRu='Авангард, послевоенный модернизм и современные художники. Выставочный зал открыт ежедневно, кроме понедельника.'),
    dict(key='nevsky', nameRu='Невский антиквариат', address='Санкт-Петербург, Антикварный переулок, 5',
         galleryType=1, commission=15, isGallery=False, isPostAuction=True,
         staff=dict(owner=['keeper3'], manager=['keeper3', 'manager'], newsmaker=['keeper3']), photo=['vase-cobalt'],
         descriptionRu='Фарфор, керамика, мебель и предметы старого быта. Непроданное на торгах можно купить в постаукционе.'),
    dict(key='opal', nameRu='Ювелирный салон «Опал»', address='Екатеринбург, улица Камнерезов, 21',
         galleryType=2, commission=10, isGallery=True,
         staff=dict(owner=['keeper4'], manager=['keeper4'], newsmaker=['keeper4']), photo=['pendant-cameo-1', 'form'],
         descriptionRu='Украшения, часы и малая пластика с историей. Камни проверяет собственная геммологическая лаборатория.'),
]
STEPS_HOUSE = {'lavrov': [{'start': 0, 'step': 10}, {'start': 1000, 'step': 100}, {'start': 10000, 'step': 500},
                          {'start': 50000, 'step': 2500}, {'start': 200000, 'step': 10000}]}


def art(*names):
    """The first of these works that is there."""
    have = {w['file'] for w in WORKS}
    return next(f'art/{n}.webp' for n in names + ('river-dawn',) if f'art/{n}.webp' in have)


def houses():
    out = []
    for i, h in enumerate(HOUSES, 1):
        staff = {p for row in h['staff'].values() for p in row}
        orders = [{'person': p, 'status': 1, 'trusted': True} for p in ['trusted', 'trusted2'] + [f'bidder{k}' for k in range(1, len(BIDDERS) + 1)]]
        orders += [{'person': p, 'status': 1, 'trusted': False} for p in ('accepted', 'accepted2')]
        for k, (p, _) in enumerate(APPLICANTS):
            if (i + k) % 2:
                orders.append({'person': p, 'status': 2 if (i + k) % 5 == 0 else 0, 'trusted': False})
        assert not staff & {o['person'] for o in orders}
        out.append({'key': h['key'], 'id': i, 'nameRu': h['nameRu'], 'address': h['address'], 'email': f'{h["key"]}@demo.example',
                    'phone': f'+7900000010{i}', 'site': f'{h["key"]}.demo.example', 'whatsupPhone': f'+7900000010{i}',
                    'galleryType': h['galleryType'], 'commission': h['commission'], 'isGallery': h['isGallery'],
                    'isPostAuction': h.get('isPostAuction', False), 'isStorage': h['key'] == 'nevsky',
                    'stepsTable': STEPS_HOUSE.get(h['key']), 'descriptionRu': h['descriptionRu'], 'staff': h['staff'],
                    'registrations': orders, 'photo': art(*h['photo'])})
    return out


# ------------------------------------------------------------------------------------------------ catalogs
# size: lots; codes: what goes in, by weight; price: factor on the usual start price of its category
CATALOGS = [
    dict(key='evening', title='Вечерние торги. Русская живопись и графика XIX–XX веков', house='north', catalogType=0, state=1,
         isAutoStart=True, lotSaleTimeoutInSeconds=75, keepAlive=True, auctioneer=['auctioneer'], logo=['river-dusk'],
         size=132, played=8, codes={'10': 6, '11': 4, '15': 2, '13': 1, '12': 1}),
    dict(key='hammer', title='Антикварный салон: живопись, иконы, серебро, часы', house='pokrovsky', catalogType=0, state=1,
         isAutoStart=False, lotSaleTimeoutInSeconds=60, keepAlive=True, auctioneer=['auctioneer'], logo=['still-wine'],
         size=60, played=9, codes={'10': 4, '14': 2, '16': 3, '18': 2, '13': 1, '19': 1, '22': 1, '21': 1}),
    dict(key='soon', title='Фарфор, керамика и убранство старого дома', house='nevsky', catalogType=0, state=0, startDate='+10m',
         isAutoStart=True, lotSaleTimeoutInSeconds=60, keepAlive=True, auctioneer=['auctioneer'], logo=['vase-cobalt'],
         size=42, codes={'12': 5, '19': 2, '20': 2, '16': 2, '18': 1, '0': 2, '10.3': 2}),
    dict(key='sheets', title='Графика без резерва. Офорт, литография, акварель', house='presnya', catalogType=1, state=1,
         startDate='-3d', endDate='+20m', isAutoStart=True, lotSaleTimeoutInSeconds=30, keepAlive=True, auctioneer=[], logo=['litho-sails'],
         size=42, codes={'11': 5, '15': 1}, price=.45, reserves=0),
    dict(key='europe', title='Европейский модернизм. Живопись, пластика, тираж', house='presnya', catalogType=1, state=1,
         startDate='-2d', endDate='+2d', isAutoStart=True, lotSaleTimeoutInSeconds=30, keepAlive=True, auctioneer=[], logo=['colour-field'],
         size=36, currency=1, codes={'15': 5, '13': 2, '11.1': 1, '12': 1, '10.5': 1}),
    dict(key='church', title='Иконы, русский пейзаж и старая книга', house='lavrov', catalogType=0, state=0, startDate='+6d',
         isAutoStart=False, lotSaleTimeoutInSeconds=60, keepAlive=True, auctioneer=['auctioneer'], logo=['icon-veil'], size=28,
         codes={'14': 7, '21': 2, '16': 2, '10.1': 2}),
    dict(key='autumn', title='Осенние торги. Пейзаж от академизма к пленэру', house='north', catalogType=0, state=2,
         isAutoStart=True, lotSaleTimeoutInSeconds=60, keepAlive=False, auctioneer=['auctioneer'], logo=['birches'],
         size=30, played=30, codes={'10.1': 5, '10.2': 2, '10.4': 1, '11.3': 1}),
    dict(key='opal', title='Витрина салона: украшения, часы, малая пластика', house='opal', catalogType=2, state=1,
         startDate='-20d', isAutoStart=False, lotSaleTimeoutInSeconds=30, keepAlive=True, auctioneer=[], logo=['pendant-cameo-1', 'form'],
         size=18, codes={'17': 6, '18': 2, '22': 2, '13': 1, '16': 1}),
    dict(key='after', title='ПостАукцион: не проданное осенью', house='nevsky', catalogType=3, state=1, startDate='-10d',
         isAutoStart=False, lotSaleTimeoutInSeconds=30, keepAlive=True, auctioneer=[], logo=['jar-drip'], size=12,
         codes={'12': 2, '10': 2, '19': 2, '20': 1, '0': 1, '21': 1}),
]
assert sum(c['size'] for c in CATALOGS) == 400

# ------------------------------------------------------------------------------------------------ authors (all invented)
PAINTERS = [
    ('Николай Сабуров', 1856, 1917), ('Пётр Ланской', 1849, 1911), ('Иван Терещенко-Ольхин', 1861, 1928), ('Анна Ревельская', 1872, 1939),
    ('Мария Остроумова', 1884, 1957), ('Арсений Вельяминов', 1838, 1899), ('Фёдор Крутояров', 1867, 1934), ('Василий Заозерский', 1844, 1908),
    ('Евграф Лучинин', 1859, 1922), ('Павел Ставрогин-Левич', 1878, 1942), ('Софья Нератова', 1888, 1961), ('Глеб Тихонравин', 1901, 1973),
    ('Александр Бережной', 1909, 1984), ('Зинаида Полевицкая', 1906, 1979), ('Кирилл Осокорин', 1919, 1994), ('Лидия Мезенцова', 1924, 2001),
    ('Степан Ярыгин', 1895, 1966), ('Вадим Корсунский', 1931, 2009), ('Георгий Алмазин', 1876, 1951), ('Ольга Стрижова', 1938, 2014),
]
MODERN = [
    ('Лев Зандер', 1889, 1941), ('Эль Вартанов', 1893, 1952), ('Надежда Кульчицкая-Рош', 1891, 1968), ('Марк Штейнгард', 1897, 1963),
    ('Ида Брониц', 1902, 1977), ('Борис Ветлугин', 1926, 1998), ('Тамара Иверен', 1934, 2011), ('Юлий Карамыш', 1929, 1989),
    ('Олег Дистерло', 1941, 2018), ('Римма Заславская', 1947, 2025), ('Антон Юрлов', 1968, 2026), ('Вера Чистякова', 1974, 2026),
]
EUROPE = [
    ('Матьё Лорвен', 1908, 1979, 'Франция'), ('Клара Виндшейд', 1911, 1987, 'Германия'), ('Энцо Фальдини', 1922, 2004, 'Италия'),
    ('Юст ван Херенберг', 1899, 1971, 'Нидерланды'), ('Ингрид Солльё', 1930, 2012, 'Норвегия'), ('Поль Дестраж', 1915, 1993, 'Бельгия'),
    ('Томаш Врбенский', 1926, 1999, 'Чехия'), ('Марта Кессельринг', 1940, 2021, 'Швейцария'),
]
GRAPHIC = [
    ('Сергей Луговской-Ин', 1871, 1938), ('Вениамин Остов', 1886, 1949), ('Ксения Рябинина', 1899, 1974), ('Аркадий Палеолог', 1904, 1982),
    ('Нина Вересова', 1915, 1996), ('Илья Штольц', 1922, 1991), ('Роберт Ямпольский', 1936, 2007), ('Елизавета Кривцова', 1893, 1959),
]
SCULPTORS = [
    ('Бронислав Аркин', 1883, 1947), ('Вера Малахитова', 1896, 1971), ('Степан Кремнев', 1904, 1980), ('Давид Орбели-Сванский', 1912, 1988),
    ('Римма Гольдберг-Соль', 1927, 2006), ('Игнатий Камнев', 1935, 2015),
]
MAKERS = {
    '12': ['Мастерская Гжельской слободы', 'Артель «Красный гончар»', 'Завод братьев Карнауховых', 'Художественная лаборатория «Керамик»', 'Людмила Азарх', 'Виктор Солодов'],
    '16': ['Мастерская Г. Рябцева', 'Фирма «Овсянов и К°»', 'Мастер с клеймом «А. С.»', 'Артель «Северный серебряник»', 'Фабрика Н. Пузанова'],
    '17': ['Мастерская «Опал»', 'Ювелир К. Линдрот', 'Фирма «Братья Хлыновы»', 'Мастер с клеймом «Е. Б.»'],
    '18': ['Часовая мастерская Г. Мезенгера', 'Фирма «Павел Дюбре»', 'Мастерская Ф. Винклера', 'Второй часовой завод'],
    '19': ['Мастерская И. Гамбурцева', 'Петербургская мастерская', 'Московская мебельная артель'],
    '20': ['Ткачи Ширванской долины', 'Мастерская Тебриза', 'Туркменские ковровщицы', 'Мастерская в Карабахе'],
    '21': ['Типография А. Субботиной', 'Переплётная Э. Рооса', 'Синодальная мастерская'],
    '22': ['Медальер А. Перегудов', 'Медальер С. Радимов', 'Медальер Т. Ломова'],
    '0': ['Артель древней живописи', 'Лаковая мастерская Ольшанина', 'Артель «Лаковый ларец»'],
}
ICON_PERIODS = ['XIX век', 'Вторая половина XIX века', 'Конец XVIII — начало XIX века', 'Около 1800 года', 'Рубеж XIX–XX веков', 'XVIII век']
ICON_SCHOOLS = ['Мстёра', 'Палех', 'Поволжье', 'Русский Север', 'Ярославль', 'Ветка', 'Москва']

# ------------------------------------------------------------------------------------------------ what is said of a work
PROVENANCE = ['Частное собрание, Москва.', 'Частное собрание, Санкт-Петербург.', 'Из собрания инженера В. П. Лебедянского, Ленинград; далее — по наследству.',
              'Приобретено нынешним владельцем на торгах в 1998 году.', 'Из семьи художника.', 'Прежде — в собрании врача А. Я. Гринёва, Киев.',
              'Частное собрание, Казань.', 'Происходит из усадебной обстановки Тверской губернии.', 'Из московского собрания, сложившегося в 1960-е годы.',
              'Собрание семьи Вольских, Рига; с 1990-х — в Москве.', 'Коллекция переводчика Л. Н. Шевырёва.', 'Приобретено в комиссионном магазине на Арбате в 1957 году.']
PROVENANCE_OBJECT = [p for p in PROVENANCE if 'художника' not in p]
SHOWN = ['Воспроизведено в каталоге выставки «Из частных собраний», Ярославль, 2007.', 'Экспонировалось на выставке в Костроме в 1974 году.',
         'Участвовало в выставке «Забытые имена», Москва, 2013.', 'Выставлялось на персональной выставке автора.', '', '', '', '', '']
CONDITION = {
    '10': ['Сохранность хорошая, мелкий кракелюр в небе и по краям.', 'Сохранность хорошая; лак слегка пожелтел.', 'Дублировано на новый холст, незначительные тонировки у левого края.',
           'Сохранность отличная, авторский подрамник.', 'Жёсткий кракелюр, потёртости от рамы по периметру.', 'Раскрыто от позднего лака в 2015 году.'],
    '11': ['Сохранность хорошая, лёгкое пожелтение листа.', 'Отдельные фоксинги на полях, вне изображения.', 'Лист с полными полями, оттиск чёткий.', 'След от паспарту, уголки укреплены.', 'Сохранность отличная, бескислотное паспарту.'],
    '12': ['Сохранность отличная, без сколов и реставрации.', 'Естественный цек глазури.', 'Микроскол на венчике, загерметизирован.', 'Лёгкие потёртости на донце.', 'Без повреждений; на донце марка.'],
    '13': ['Сохранность хорошая, патина ровная.', 'Мелкие сколы на постаменте.', 'Сохранность отличная.', 'Следы экспонирования на открытом воздухе, поверхность стабильна.'],
    '14': ['Доска с двумя врезными шпонками, без расщепов; мелкие утраты левкаса на полях.', 'Поновления XIX века, общая потёртость золота.', 'Раскрытие и укрепление красочного слоя — 2011 год.', 'Кракелюр по всей поверхности, олифа слегка потемнела.', 'Торцы доски со следами жучка, обработаны.'],
    '15': ['Сохранность отличная.', 'Сохранность хорошая, небольшие потёртости по краям.', 'На обороте — авторская надпись и выставочная этикетка.', 'Кракелюр в пастозных местах, стабилен.', 'Авторский подрамник, рама новая.'],
    'x': ['Сохранность хорошая, следы бытования.', 'Сохранность отличная.', 'Мелкие потёртости, соответствующие возрасту.', 'Бережная профессиональная реставрация.', 'Без реставраций.'],
}
SIGNED = {
    '10': ['Подпись справа внизу.', 'Подпись справа внизу, на обороте — название и дата.', 'Справа внизу — подпись; экспертное заключение прилагается.', 'На подрамнике владельческая надпись.'],
    '11.1': ['Подписано карандашом под изображением.', 'Подпись и номер тиража карандашом на нижнем поле.', 'Авторский оттиск, подпись карандашом.'],
    '11': ['Подпись справа внизу.', 'Монограмма в правом нижнем углу.', 'Подпись и дата карандашом.'],
    '12': ['На донце — марка под глазурью.', 'Марка тиснением в тесте.', ''], '13.1': ['Подпись и дата на плинте.', 'Монограмма на тыльной стороне.', 'Подпись на основании.'], '13.2': ['Подпись и дата на плинте.', 'Литейное клеймо на основании.', 'Подпись и номер отливки.'],
    '14': ['На обороте — наклейка старого собрания.', '', 'Экспертное заключение прилагается.'],
    '15': ['На обороте — подпись и дата.', 'На обороте авторская этикетка с названием.', 'Подпись на обороте; экспертное заключение прилагается.'],
    '16': ['Клейма: проба «84», городское клеймо, знак мастера.', 'Клеймо мастерской на дне.', 'Проба 875, клеймо артели.'],
    '17': ['Проба 56, клеймо мастера.', 'Проба 583; геммологическое заключение прилагается.', 'В старом футляре.'],
    '18': ['Механизм на ходу, чистка в 2023 году.', 'Ход проверен, бой исправен.', 'Механизм требует профилактики.'],
    '19': ['Оригинальная фурнитура.', 'Замки рабочие, два ключа.', 'Старый лак, восковая полировка.'],
    '20': ['Ворс ровный, кромки укреплены.', 'Небольшие потёртости ворса, без чисток химией.', 'Концы подшиты.'],
    '21': ['Блок плотный, все листы на месте.', 'Владельческая надпись на форзаце.', 'Экслибрис на форзаце.'],
    '22': ['Чёткий рельеф, гурт гладкий.', 'В коробке.', 'Подпись медальера под обрезом.'], '0': ['Подпись мастера золотом у нижнего края.', 'Подпись мастера на обороте крышки.', ''],
}
REPEAT = {'10': 'Авторское повторение известной композиции.', '11.1': 'Второй из сохранившихся оттисков.', '11': 'Вариант листа из того же альбома.', '12': 'Парный предмет.',
          '13.1': 'Авторское повторение.', '13.2': 'Поздняя авторская отливка с той же модели.', '14': 'Образ того же извода и круга мастеров.', '15': 'Второй вариант композиции из той же серии.'}

# category code -> usual start price in rubles, spread (sigma of the logarithm)
PRICES = {'10.1': (60e3, .95), '10.2': (85e3, .95), '10.3': (48e3, .8), '10.4': (75e3, .9), '10.5': (55e3, .8), '11.1': (9e3, .8), '11.2': (12e3, .8), '11.3': (16e3, .8), '12': (14e3, .9),
          '13.1': (70e3, .8), '13.2': (110e3, .8), '14.1': (60e3, .9), '14.2': (120e3, .8), '15': (90e3, 1.2), '16': (28e3, .9), '17': (65e3, 1.0), '18': (40e3, .9), '19': (80e3, .8),
          '20': (55e3, .8), '21': (14e3, .8), '22': (7e3, .8), '0': (12e3, .8)}
# category code or motif -> how it is measured: flat (h × w), height, diameter, box (h × w × d), and the range of the longest in cm
FORMS = {'10': ('flat', 38, 132), '11': ('flat', 24, 58), '12.1': ('height', 16, 48), '12.2': ('diameter', 22, 38), '13': ('height', 22, 78), '14': ('icon', 26, 44), '15': ('flat', 48, 148),
         '16': ('height', 8, 34), '17': ('flatmm', 22, 48), '18': ('height', 24, 46), '19': ('box', 78, 168), '20': ('flat', 128, 290), '21': ('flat', 17, 34), '22': ('diameter', 4.5, 9), '0': ('flat', 9, 26)}
FORM_OF = {'clock-pocket': ('diameter', 4.6, 5.4), 'clock-wall': ('diameter', 28, 42), 'pearls': ('length', 40, 52), 'ring': ('ring', 16, 19), 'samovar': ('height', 38, 54), 'form': ('flat', 28, 62),
           'portrait-miniature': ('flat', 7, 12), 'silhouette': ('flat', 16, 24), 'mirror': ('flat', 70, 130), 'box-round': ('diameter', 8, 16)}


def by_code(table, code):
    return table.get(code, table.get(code.split('.')[0], table.get('x')))


def nice(x):
    """A price as a house would set it: two leading figures, a multiple of 10."""
    k = 10 ** max(1, len(str(int(x))) - 2)
    return max(10, int(round(x / k) * k))


def measure(rng, work):
    form, lo, hi = next((v for k, v in FORM_OF.items() if work['motif'].startswith(k)), None) or by_code(FORMS, work['classCode'])
    big = lo + (hi - lo) * rng.random() ** 1.4
    w, h = work['width'], work['height']
    num = lambda v: f'{v:.1f}'.rstrip('0').rstrip('.').replace('.', ',') if v < 20 else str(round(v))
    if form in ('flat', 'icon'):
        a, b = big * h / max(w, h), big * w / max(w, h)
        return f'{num(a)} × {num(b)}' + (f' × {num(rng.choice([2.4, 2.8, 3.2]))}' if form == 'icon' else '') + ' см'
    if form == 'height':
        return f'Высота {num(big)} см'
    if form == 'diameter':
        return f'Диаметр {num(big)} см'
    if form == 'length':
        return f'Длина {num(big)} см'
    if form == 'ring':
        return f'Размер {num(round(big * 2) / 2)}'
    if form == 'flatmm':
        return f'{round(big)} × {round(big * rng.uniform(.6, .9))} мм'
    return f'{num(big)} × {num(big * rng.uniform(.8, 1.2))} × {num(big * .42)} см'


PERIODS = {'10': (1868, 1968), '11.1': (1892, 1985), '11.2': (1880, 1975), '11.3': (1885, 1978), '12': (1895, 1985), '13': (1908, 1990), '15': (1914, 2019)}
# motif -> years, where the manner asks for them
PERIOD_OF = {'silhouette': (1796, 1838), 'portrait': (1908, 1934), 'plate-agit': (1919, 1929), 'knife': (1955, 2015), 'stains': (1956, 2012), 'gesture': (1955, 2016), 'swell': (1962, 2018),
             'colour-field': (1955, 2008), 'squares': (1950, 2004), 'planes': (1915, 1930), 'discs': (1916, 1938), 'botany': (1898, 1960), 'lino': (1920, 1975), 'wood': (1902, 1962)}
LOOSE = {'16': ['1908–1917', '1880-е', '1899–1908', '1896', '1927–1946', 'Конец XIX века'], '17': ['Начало XX века', '1908–1917', '1890-е', '1950-е', 'Рубеж XIX–XX веков'],
         '18': ['1900-е', 'Последняя четверть XIX века', '1880-е', '1912', '1930-е'], '19': ['Первая треть XIX века', '1830–1840-е', 'Конец XIX века', '1910-е', 'Вторая половина XIX века'],
         '20': ['Конец XIX века', 'Начало XX века', '1920-е', '1950-е', 'Рубеж XIX–XX веков'], '21': ['1861', '1884', '1897', '1902', '1911', '1913'],
         '22': ['1896', '1913', '1924', '1957', '1961', '1980'], '0': ['1930-е', '1950-е', 'Конец XIX века', '1962', '1974']}


def soviet(period):
    return period[:4].isdigit() and 1922 < int(period[:4]) < 1991


def signed(rng, work, period, materials):
    """The sentence on signature or marks; hallmarks only on precious metal, and of its time."""
    lines = by_code(SIGNED, work['classCode'])
    top = work['classCode'].split('.')[0]
    if top in ('16', '17'):
        old, new = ('84', '56'), ('875', '583')
        lines = [t for t in lines if not any(k in t for k in (old if soviet(period) else new))]
        if not any(k in materials for k in ('Серебро', 'Золото', 'Платина')):
            lines = [t for t in lines if 'роба' not in t] or ['Клеймо мастерской.']
    return rng.choice(lines)


def who(rng, work, foreign):
    """Authors, period, country: one author per picture, so that a repeated picture stays in one hand."""
    code, top = work['classCode'], work['classCode'].split('.')[0]
    if top in PERIODS or code in PERIODS:
        lo, hi = next((v for k, v in PERIOD_OF.items() if work['motif'].startswith(k)), None) or by_code(PERIODS, code)
        pool = {'10': PAINTERS, '11': GRAPHIC + PAINTERS[9:], '13': SCULPTORS, '15': MODERN, '12': None}[top]
        if pool is None:
            year = rng.randint(lo, hi)
            if foreign:
                return [], f'{year // 10 * 10}-е', rng.choice(['Франция', 'Германия', 'Дания', 'Италия'])
            return [rng.choice(MAKERS['12'])], str(year) if rng.random() < .5 else f'{year // 10 * 10}-е', 'СССР' if year > 1922 else 'Россия'
        if foreign:
            name, born, died, country = rng.choice([a for a in EUROPE if a[1] + 24 <= hi and a[2] >= lo])
        else:
            if hi < 1860:
                return [], f'{rng.randint(lo // 10, hi // 10) * 10}-е', 'Россия'
            name, born, died = rng.choice([a for a in pool if a[1] + 24 <= hi and a[2] >= lo])
            country = 'Россия'
        year = rng.randint(max(lo, born + 24), min(hi, died))
        if country == 'Россия' and 1922 < year < 1991:
            country = 'СССР'
        period = str(year) if rng.random() < .72 else f'{year // 10 * 10}-е'
        return [name], period, country
    if top == '14':
        return [], rng.choice(ICON_PERIODS), 'Россия'
    if top == '20':
        guls = work['motif'] == 'carpet-guls'
        maker = 'Туркменские ковровщицы' if guls else rng.choice([m for m in MAKERS['20'] if 'Туркмен' not in m])
        return [maker], rng.choice(LOOSE['20']), 'Туркмения' if guls else 'Иран' if 'Тебриз' in maker else 'Азербайджан'
    makers = [rng.choice(MAKERS[top])] if rng.random() < .8 else []
    late = bool(makers) and any(k in makers[0] for k in ('Артель', 'артель', 'завод'))
    period = rng.choice([p for p in LOOSE[top] if soviet(p) == late] or LOOSE[top])
    return makers, period, ('СССР' if soviet(period) else rng.choice(['Россия', 'Швейцария', 'Франция', 'Германия']) if top == '18' and not makers else 'Россия')


# ------------------------------------------------------------------------------------------------ rules of bidding
STEPS = [(0, 5), (50, 10), (200, 20), (500, 50), (1000, 100), (2000, 200), (5000, 500), (10000, 1000), (20000, 2000), (50000, 5000)]


def ceil10(x):
    return -(-x // 10) * 10


def least(price, start, percent, table):
    """The least bet that may follow the leading bet `price` (None: no bet yet)."""
    if price is None:
        return max(10, ceil10(start))
    if percent:
        return ceil10(-(-price * 11 // 10))
    return ceil10(price + [s for a, s in table if a <= price][-1])


def contest(rng, start, count, percent, table, people, jump=.15, cap=()):
    """`count` rising values by alternating people; `cap` names the people whom the house does not trust, and their limit."""
    out, price, last = [], None, None
    for _ in range(count):
        value = least(price, start, percent, table)
        if price and rng.random() < jump:
            value = least(value, start, percent, table)
        free = [p for p in people if p != last and (p not in cap or value <= cap[p])]
        if not free:
            break
        last, price = rng.choice(free), value
        out.append((last, value))
    return out


def ago(seconds):
    s = round(seconds)
    return f'-{s // 60}m' if s >= 7200 and s % 60 == 0 else f'-{s}s'


# ------------------------------------------------------------------------------------------------ lots
def choose(rng, cat, used, foreign):
    """Works for a catalog: by weight of their codes, the least used first, no two neighbours of one motif; what foreign
    hands made stays in the sale in euros."""
    weight = {w['file']: max((v for k, v in cat['codes'].items() if w['classCode'] == k or w['classCode'].split('.')[0] == k), default=0) for w in WORKS}
    pool = [w for w in WORKS if weight[w['file']] and w['file'] not in foreign]
    if len(pool) * 3 < cat['size']:                                                      # while the collection is small
        pool = [w for w in WORKS if w['file'] not in foreign]
    picked, here = [], {}
    while len(picked) < cat['size']:
        # a category is drawn by weight, then its least used picture
        rounds = min(here.get(w['file'], 0) for w in pool)
        free = [w for w in pool if here.get(w['file'], 0) == rounds]
        few = min(used.get(w['file'], 0) for w in free)
        fresh = [w for w in free if used.get(w['file'], 0) == few] if rng.random() < .92 else free
        codes = sorted({w['classCode'] for w in fresh})
        code = rng.choices(codes, [sum(weight[w['file']] or 1 for w in fresh if w['classCode'] == c) for c in codes])[0]
        work = rng.choice([w for w in fresh if w['classCode'] == code])
        picked.append(work)
        here[work['file']] = here.get(work['file'], 0) + 1
        used[work['file']] = used.get(work['file'], 0) + 1
    left, out = picked, []
    while left:
        recent = out[-3:]
        def clash(w):
            return (4 * any(w['file'] == r['file'] for r in out[-8:]) + 3 * any(w['motif'] == r['motif'] for r in recent[-2:]) + (w['classCode'] == (recent[-1]['classCode'] if recent else '')) +
                    (w['orientation'] == (recent[-1]['orientation'] if recent else '')) * .4)
        crowd = {}
        for w in left:
            crowd[w['motif']] = crowd.get(w['motif'], 0) + 1
        best = min(left, key=lambda w: (clash(w) - 6 * (crowd[w['motif']] / len(left)), rng.random()))
        left.remove(best)
        out.append(best)
    return out


def material(rng, work, period):
    """One of the motif's materials; acrylic only where the period allows it."""
    late = period[:4].isdigit() and int(period[:4]) >= 1955
    return rng.choice([m for m in work['technique'] if late or 'акрил' not in m] or ['Холст, масло'])


def heading(rng, work, titles):
    """A heading of the motif that is not taken; when all are, one with a number, an addition or a variant's note."""
    free = [t for t in work['titles'] if t not in titles]
    if free:
        return rng.choice(free)
    base = rng.choice(work['titles'])
    top = work['classCode'].split('.')[0]
    if top == '15':
        ends = [f' № {n}' for n in range(2, 40)]
    elif top in ('10', '11'):
        ends = ['. Этюд', '. Эскиз', ' (вариант)', '. Повторение', ' II', ' III', '. Из альбома', ' IV', ' V', ' VI', ' VII', ' VIII']
    elif top == '13':
        ends = ['. Малый вариант', '. Большой вариант'] + [f', отливка № {n}' if work['classCode'] == '13.2' else f', № {n}' for n in range(2, 20)]
    else:
        ends = [' (малый размер)', ' (большой размер)', '. Парный предмет', ' из собрания Вольских', ' с клеймом', ' в старом футляре'] + [f' № {n}' for n in range(2, 30)]
        if top == '14':
            ends = [f' ({s})' for s in ICON_SCHOOLS] + [', пядница', ', аналойный образ', ', домашний образ'] + [f' ({s}, мастерская)' for s in ICON_SCHOOLS]
    return next(base + e for e in ends if base + e not in titles)


def lots():
    titles, used, hands, out = set(), {}, {}, []
    foreign = set()
    for cat in sorted(CATALOGS, key=lambda c: -c.get('currency', 0)):
        rng = random.Random(f'lots in {cat["key"]}')
        currency = cat.get('currency', 0)
        for number, work in enumerate(choose(rng, cat, used, foreign), 1):
            code, top = work['classCode'], work['classCode'].split('.')[0]
            again = work['file'] in hands
            if not again:
                hands[work['file']] = who(rng, work, bool(currency))
                if currency:
                    foreign.add(work['file'])
            authors, period, country = hands[work['file']]
            title = heading(rng, work, titles)
            titles.add(title)
            materials = material(rng, work, period)
            text = [rng.choice(work['about']), signed(rng, work, period, materials), REPEAT.get(code, REPEAT.get(top, '')) if again else '', rng.choice(PROVENANCE if top in ('10', '11', '13', '15') else PROVENANCE_OBJECT),
                    rng.choice(SHOWN) if top in ('10', '11', '13', '15') else '', rng.choice(by_code(CONDITION, code))]
            mid, sigma = by_code(PRICES, code)
            start = mid * cat.get('price', 1) * 2.718281828 ** min(rng.gauss(0, sigma), 2.6)
            if rng.random() < .13:
                start = rng.uniform(1000, 4200)
            if rng.random() < .03 and top in ('10', '15'):
                start *= 12
            start = nice(min(max(start, 1000), 4.8e6))
            if currency:
                start = nice(max(start / 95, 20))
            size = measure(rng, work)
            price = {'start': start, 'reserve': None, 'estimatedFrom': None, 'estimatedTo': None, 'currency': currency}
            if rng.random() < .9:
                price['estimatedFrom'] = nice(start * rng.choice([1, 1.2, 1.5]))
                price['estimatedTo'] = nice(price['estimatedFrom'] * rng.choice([1.3, 1.5, 1.8]))
            if cat['catalogType'] < 2 and start >= (200 if currency else 15000) and rng.random() < cat.get('reserves', .3):
                price['reserve'] = nice(start * rng.choice([1.15, 1.3, 1.5]))
            if cat['catalogType'] >= 2 and rng.random() < .45:
                price.update(start=0, estimatedFrom=None, estimatedTo=None)              # price on request
            weight = {'13': f'{rng.uniform(2, 28):.1f} кг', '16': f'{rng.randint(90, 980)} г', '17': f'{rng.uniform(4, 38):.1f} г', '22': f'{rng.randint(40, 260)} г'}.get(top)
            if work['motif'].startswith('samovar'):
                weight = f'{rng.uniform(3.2, 6.4):.1f} кг'
            out.append({
                'catalog': cat['key'], 'house': cat['house'], 'catalogLotId': number, 'titleRu': title, 'descriptionRu': ' '.join(t for t in text if t),
                'authors': authors, 'isAttributedAuthorship': bool(authors) and top in ('10', '11', '13') and rng.random() < .06, 'classCode': code, 'categoryId': CATEGORY_OF[code], 'period': period,
                'materials': materials, 'size': size, 'sourceCountryRu': country, 'weight': weight.replace('.', ',') if weight else None, 'notes': None, 'top': 0,
                'price': price, 'images': [work['file'], *work['views']], 'bets': [], 'result': None})
    order = [c['key'] for c in CATALOGS]
    out.sort(key=lambda l: (order.index(l['catalog']), l['catalogLotId']))
    rng = random.Random('top')
    for i, lot in enumerate(rng.sample([l for l in out if l['catalog'] not in ('autumn', 'after') and l['price']['start'] >= 100 and l['classCode'][:2] in ('10', '14', '15', '13', '12', '18')], 11)):
        lot['top'] = 1 + i % 3
    return out


# ------------------------------------------------------------------------------------------------ bets
def hammered(cat, rows, rng, table, untrusted):
    """Plays the first lots of a classic sale one after another; returns the sale's length in seconds and fills bets and results."""
    clock, timeout, log = 0, cat['lotSaleTimeoutInSeconds'], []
    for lot in rows:
        start, reserve = lot['price']['start'], lot['price']['reserve']
        opened = clock
        count = 0 if rng.random() < .14 else rng.randint(1, 9)
        bets = contest(rng, start, count, False, table, PUBLIC, .2, untrusted)
        at = clock
        for person, value in bets:
            at += rng.randint(3, min(24, timeout - 5))
            log.append((lot, person, value, at))
        clock = max(opened + timeout, at + timeout) if cat['isAutoStart'] else max(opened + 35, at + 14)
        lead = bets[-1][1] if bets else None
        sold = lead is not None and (reserve is None or lead >= reserve)
        lot['result'] = ('paid' if cat['state'] == 2 and rng.random() < .6 else 'sold') if sold else 'notsold'
    return clock, log


PUBLIC = ['trusted', 'trusted2', 'accepted', 'accepted2'] + [f'bidder{i}' for i in range(1, len(BIDDERS) + 1)]


def bet(lot, person, value, seconds_ago):
    lot['bets'].append({'person': person, 'value': value, 'at': ago(seconds_ago)})


def play(cat, rows):
    """Gives a catalog's lots their bets; returns its start in seconds before now, where the play decides it."""
    rng = random.Random(f'lots in {cat["key"]}')
    currency = cat.get('currency', 0)
    cap = 50 if currency else 5000
    untrusted = {'accepted': cap, 'accepted2': cap}
    table = [(r['start'], r['step']) for r in STEPS_HOUSE.get(cat['house'], [])] or STEPS
    if cat['catalogType'] == 1:
        lasted = {'-3d': 3, '-2d': 2}[cat['startDate']] * 86400
        for lot in rows:
            if rng.random() < .2:
                continue
            bets = contest(rng, lot['price']['start'], rng.randint(1, 12), True, table, PUBLIC, .08, untrusted)
            times = sorted(rng.sample(range(150, lasted - 600), len(bets)), reverse=True)
            for (person, value), t in zip(bets, times):
                bet(lot, person, value, t)
        return None
    if cat['catalogType'] > 1:
        return None
    began, played = None, cat.get('played', 0)
    if played:
        length, log = hammered(cat, rows[:played], rng, table, untrusted)
        began = length if cat['state'] == 1 else 12 * 86400 + 3 * 3600
        for lot, person, value, at in log:
            bet(lot, person, value, began - at)
        cat['lasted'] = length
    before = began or 0
    for lot in rows[played:]:                                                          # pre-bets, given while the sale was announced
        if rng.random() < .34:
            bets = contest(rng, lot['price']['start'], rng.choice([1, 1, 1, 2, 2, 3, 4]), False, table, PUBLIC, .1, untrusted)
            for (person, value), t in zip(bets, sorted(rng.sample(range(3600, 4 * 86400), len(bets)), reverse=True)):
                bet(lot, person, value, before + t)
    return began


def catalogs(all_lots):
    out = []
    for cat in CATALOGS:
        began = play(cat, [l for l in all_lots if l['catalog'] == cat['key']])
        house = next(h for h in HOUSES if h['key'] == cat['house'])
        over = cat['state'] == 2
        out.append({
            'key': cat['key'], 'title': cat['title'], 'house': cat['house'], 'catalogType': cat['catalogType'], 'state': cat['state'],
            'startDate': ago(began) if began else cat['startDate'], 'endDate': ago(began - cat['lasted']) if over else cat.get('endDate'),
            'isAutoStart': cat['isAutoStart'], 'commission': house['commission'], 'calculationType': 0, 'stepsTable': None,
            'lotSaleTimeoutInSeconds': cat['lotSaleTimeoutInSeconds'], 'auctioneer': cat['auctioneer'], 'logo': art(*cat['logo']),
            'keepAlive': cat['keepAlive'], 'history': {'played': cat['played']} if cat.get('played') else None})
    return out


def main():
    all_lots = lots()
    all_catalogs = catalogs(all_lots)
    follow(all_catalogs, all_lots)
    demo = {'brand': None, 'categories': categories(), 'people': people(), 'houses': houses(), 'catalogs': all_catalogs, 'lots': all_lots,
            **content(art)}
    (HERE / 'demo.json').write_text(json.dumps(demo, ensure_ascii=False, indent=1) + '\n')


if __name__ == '__main__':
    main()
