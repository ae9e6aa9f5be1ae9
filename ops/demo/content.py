"""The demonstration site's content besides lots: news, artists, banners, partners, and what its bidders follow.

All people, houses and events are invented."""


def p(*paragraphs):
    return ''.join(f'<p>{text}</p>' for text in paragraphs)


# key of the house (None: the platform), kind (0 announcements, 1 results, 2 events, 3 news), publisher, published, picture, title, summary, text
NEWS = [
    ('north', 1, 'newsmaker', '-11d', 'field-gold', 'Итоги осенних торгов пейзажа',
     'Продано больше двух третей лотов, лучшую цену взяла живопись рубежа веков.',
     p('Осенние торги собрали участников из одиннадцати городов. За пейзажи рубежа XIX–XX веков торговались дольше всего: '
       'несколько лотов ушли в три-четыре раза дороже стартовой цены.',
       'Непроданные работы остаются в доме ещё месяц: о них можно договориться напрямую.')
     + '<h3>Как получить покупку</h3><ul><li>Счёт приходит на e-mail в течение рабочего дня.</li>'
       '<li>Оплатить его нужно за семь дней.</li><li>Забрать работу можно в доме или заказать доставку.</li></ul>'),
    ('nevsky', 1, 'keeper3', '-9d', 'vase-bands', 'Что не продалось осенью — в постаукционе',
     'Два десятка предметов можно купить без торгов.',
     p('Фарфор, керамика и мебель, не нашедшие покупателя на торгах, выставлены в постаукцион. Запросите цену на странице лота: '
       'ответ приходит обычно в тот же день.')),
    ('pokrovsky', 2, 'newsmaker', '-2d', 'samovar', 'Предаукционный показ «Антикварного салона»',
     'Работы можно увидеть вживую до начала торгов, ежедневно с 11 до 20 часов.',
     p('Показ проходит в зале дома в Малом Покровском проезде. Эксперты отвечают на вопросы о сохранности и происхождении '
       'предметов; по предварительной записи лот можно осмотреть отдельно, при ровном свете и с лупой.',
       'Вход свободный. Возьмите документ: без него в хранилище не пропустят.')),
    ('opal', 2, 'keeper4', '-1d', 'brooch-emerald', 'День открытых дверей в лаборатории «Опала»',
     'Геммолог бесплатно посмотрит один камень у каждого гостя.',
     p('В субботу лаборатория салона работает для гостей: можно узнать, чем природный камень отличается от синтетического, и '
       'показать специалисту один предмет из дома. Письменное заключение оформляется отдельно.')),
    ('lavrov', 3, 'keeper1', '-6d', 'icon-saint', 'Реставратор о раскрытии иконы из новых торгов',
     'Под записью конца XIX века открылась живопись на сто лет старше.',
     p('Поздняя запись закрывала фон и одежды. После пробных раскрытий стало ясно, что под ней сохранилось больше половины '
       'первоначального слоя; утраты левкаса укреплены, тонировки минимальны и обратимы.')
     + '<blockquote>Мы показываем все этапы работы: покупатель должен знать, что именно он видит.</blockquote>'),
    ('presnya', 3, 'newsmaker', '-4d', 'discs', 'Тиражная графика: на что смотреть покупателю',
     'Номер оттиска, подпись, поля и бумага — короткий путеводитель.',
     p('Номер под оттиском пишется дробью: порядковый номер и размер тиража. Пробные оттиски отмечаются отдельно и ценятся выше, '
       'если художник их подписал.',
       'Обрезанные поля снижают цену заметнее, чем лёгкое пожелтение листа. Спросите дом о состоянии оборота: там остаются следы '
       'монтировки.')),
    (None, 0, 'admin', '-8d', None, 'Время на сайте — московское',
     'Начало и окончание торгов указаны по часам сервера.',
     p('Все даты и часы на сайте показаны по московскому времени и не зависят от часов вашего устройства. В письмах и отчётах время '
       'то же самое.')),
    (None, 0, 'admin', '-3d', None, 'Запрос цены теперь виден в личном кабинете',
     'Вопросы о лотах галерей и постаукциона и ответы домов собраны в одном месте.',
     p('Ответ дома приходит на e-mail и в уведомления. Пока дом не ответил, запрос можно отозвать.')),
    (None, 3, 'admin', '-5d', 'rhythm', 'Подписка на художника',
     'О новых лотах выбранного автора сообщим сразу, как только они станут видны.',
     p('Подпишитесь на странице художника на срок от 30 до 360 дней. Продлить подписку можно в любой момент: оставшиеся дни '
       'сохранятся.')),
    ('north', 3, 'newsmaker', None, None, 'Черновик: зимний каталог', None,
     p('Даты показа и торгов уточняются.')),
]

# name as the lots give it, years, pictures, biography
ARTISTS = [
    ('Софья Нератова', '1888–1961', ['river-dusk', 'river-night'],
     p('Живописец, мастер вечернего пейзажа. Училась в частной студии в Москве, с 1913 года участвовала в выставках объединений '
       'молодых художников.', 'Писала преимущественно на Верхней Волге, возвращаясь к одному мотиву в разное время суток.')),
    ('Лидия Мезенцова', '1924–2001', ['field-rose'],
     p('Художник послевоенного поколения, автор пейзажей и натюрмортов. Преподавала в художественном училище в Ярославле.')),
    ('Евграф Лучинин', '1859–1922', ['birches'],
     p('Пейзажист академической выучки, в зрелые годы сблизившийся с пленэрной живописью. Работы невелики по размеру и редко '
       'датированы: хронология строится по выставочным спискам.')),
    ('Николай Сабуров', '1856–1917', ['field-gold', 'winter'],
     p('Один из самых востребованных пейзажистов своего круга. Писал среднюю полосу, зиму и раннюю весну; повторения удачных '
       'композиций делал сам и отмечал на обороте.')),
    ('Арсений Вельяминов', '1838–1899', ['sea-dawn'],
     p('Маринист, служил на флоте и много плавал. Море писал в мастерской, по памяти и зарисовкам.')),
    ('Зинаида Полевицкая', '1906–1979', ['still-blue'],
     p('Автор камерных натюрмортов и городских видов. Персональная выставка прошла в Ленинграде в 1968 году.')),
    ('Георгий Алмазин', '1876–1951', ['town-snow'],
     p('Городской пейзажист и театральный художник. Архитектура в его работах почти всегда узнаваема, время года — тоже.')),
    ('Марк Штейнгард', '1897–1963', ['squares-red'],
     p('Художник авангарда. От кубистических композиций 1920-х годов пришёл к строгой геометрической абстракции.')),
    ('Степан Кремнев', '1904–1980', ['head-bronze'],
     p('Скульптор. Работал в камне и бронзе; станковые вещи отливал сам небольшими тиражами.')),
]

# title, link, picture
BANNERS = [
    ('Вечерние торги: русская живопись и графика', '/auctions/classic', 'river-gold'),
    ('Графика без резерва', '/auctions/parallel', 'etching-sea'),
    ('Галереи: купить без торгов', '/galleries', 'still-vase'),
]

# name, link, picture, description
PARTNERS = [
    ('Багетная мастерская «Светотень»', 'https://svetoten.demo.example', 'still-jug',
     'Рамы по историческим образцам, паспарту без кислот, музейное стекло. Покупателям наших аукционов — выезд мастера без доплаты.'),
    ('Реставрационный центр «Левкас»', 'https://levkas.demo.example', 'icon-veil',
     'Исследование и реставрация икон, живописи и мебели. Письменное заключение с фотографиями каждого этапа.'),
    ('Перевозчик «Бережный груз»', 'https://gruz.demo.example', 'vase-cobalt',
     'Упаковка, страхование и доставка предметов искусства по всей стране. Температура и влажность — под контролем весь путь.'),
]

# catalog, its lot, person, maximum, when. All on lots that have not come up, or that the person leads
LIMITS = [
    ('evening', 34, 'trusted', 150_000, '-6h'), ('evening', 50, 'trusted', 160_000, '-5h'), ('evening', 78, 'trusted', 450_000, '-5h'),
    ('evening', 53, 'trusted2', 45_000, '-4h'), ('church', 3, 'trusted', 260_000, '-9h'), ('church', 6, 'trusted2', 15_000, '-8h'),
    ('sheets', 29, 'trusted', 24_000, '-3h'), ('europe', 28, 'trusted', 150, '-2h'),
]

# catalog, its lots, person
FAVOURITES = [
    ('evening', (34, 41, 48, 50, 54), 'trusted'), ('sheets', (3, 29, 30), 'trusted'), ('church', (3, 7), 'trusted'), ('opal', (1, 4), 'trusted'),
    ('evening', (28, 40, 46), 'accepted'), ('sheets', (3, 20), 'accepted'), ('church', (2,), 'accepted'), ('opal', (4,), 'accepted'),
]

# catalog, person
FOLLOWED_SALES = [('church', 'trusted'), ('soon', 'trusted'), ('church', 'accepted')]

# artist, person
FOLLOWED_ARTISTS = [('Николай Сабуров', 'trusted'), ('Георгий Алмазин', 'trusted'), ('Лидия Мезенцова', 'accepted')]

# catalog, its lot, person, message, when, answer: who, what, when
PRICE_QUERIES = [
    ('opal', 4, 'trusted', 'Здравствуйте! Сколько стоят бусы и есть ли заключение о жемчуге?', '-2d',
     ('keeper4', 'Добрый день! 186 000 ₽, заключение нашей лаборатории прилагается. Отложим для вас до пятницы.', '-43h')),
    ('after', 1, 'trusted', 'Какая сохранность у ковра, есть ли потёртости? Возможна ли доставка в Тверь?', '-5h', None),
    ('after', 2, 'accepted', 'Интересует цена картины и размер с рамой.', '-7h', None),
]


def content(art):
    """Returns these parts of the seed; `art` maps a work's name to its file."""
    return {
        'news': [{'house': house, 'newsType': kind, 'publisher': who, 'published': at, 'image': picture and art(picture), 'title': title,
                  'summary': summary, 'content': text} for house, kind, who, at, picture, title, summary, text in NEWS],
        'artists': [{'name': name, 'lifeYears': years, 'biography': text, 'images': [art(picture) for picture in pictures],
                     'subscribers': [who for artist, who in FOLLOWED_ARTISTS if artist == name]}
                    for name, years, pictures, text in ARTISTS],
        'banners': [{'title': title, 'link': link, 'image': art(picture)} for title, link, picture in BANNERS],
        'partners': [{'name': name, 'link': link, 'image': art(picture), 'description': text} for name, link, picture, text in PARTNERS],
    }


def follow(catalogs, lots):
    """Adds absentee orders, favourites, subscriptions and price queries to the catalogs and lots they are about."""
    by_key = {catalog['key']: catalog for catalog in catalogs}
    for key, who in FOLLOWED_SALES:
        by_key[key].setdefault('subscribers', []).append(who)
    by_place = {(lot['catalog'], lot['catalogLotId']): lot for lot in lots}
    for key, number, who, value, at in LIMITS:
        by_place[key, number].setdefault('limits', []).append({'person': who, 'value': value, 'at': at})
    for key, numbers, who in FAVOURITES:
        for number in numbers:
            by_place[key, number].setdefault('favouriteOf', []).append(who)
    for key, number, who, message, at, answer in PRICE_QUERIES:
        by_place[key, number].setdefault('priceQueries', []).append(
            {'person': who, 'message': message, 'at': at, 'answer': answer and dict(zip(('person', 'text', 'at'), answer))})
