-- Generates a million lots of a site that has sold art and antiques for ten years: 40 houses, 2 000 catalogs, 8 000 authors,
-- mostly past sales. Every run produces the same rows: random-looking values are hashes of the row number. Run it with psql
-- in a migrated, empty database:
-- `psql -v lots=1000000 -v upsert="$(cat search-indexer/queries/listing/upsert.sql)" -f generate.sql`.
\set ON_ERROR_STOP on
set client_min_messages = warning;
set synchronous_commit = off;
set work_mem = '64MB';
set maintenance_work_mem = '512MB';
set jit = off;

-- ---- pseudo-random values

-- A number from 0 to 1, determined by the number and the salt.
create function pg_temp.chance(n bigint, salt integer) returns double precision language sql immutable parallel safe as
$$ select (hashint8extended(n, salt) & 1073741823)::double precision / 1073741824 $$;
-- Picks an item, favouring the first ones, as word frequencies do in a language.
create function pg_temp.pick(list text[], n bigint, salt integer) returns text language sql immutable parallel safe as
$$ select list[1 + floor(cardinality(list) * pg_temp.chance(n, salt) ^ 2.2)::integer] $$;
create function pg_temp.evenly(list text[], n bigint, salt integer) returns text language sql immutable parallel safe as
$$ select list[1 + floor(cardinality(list) * pg_temp.chance(n, salt))::integer] $$;

-- A name that hardly any other lot has: word frequencies have a long tail.
create function pg_temp.rare(n bigint, salt integer) returns text language sql immutable parallel safe as
$$ select initcap(pg_temp.evenly(s, n, salt) || pg_temp.evenly(s, n, salt + 1) || pg_temp.evenly(s, n, salt + 2))
    || pg_temp.evenly('{нов,рин,льск,хино,ево,ск,тово,нка,дин,мир}', n, salt + 3)
from (select '{ба,бо,ве,го,да,жи,за,ка,ко,лу,ма,мо,на,не,па,пе,ра,ро,са,со,та,то,ха,чу,ша}'::text[] as s) as syllables $$;

-- ---- words

create temp table kind (
    id integer primary key, name text not null, parts text[] not null, share double precision not null,
    heads text[] not null, tails text[] not null, materials text[] not null, signed double precision not null,
    low integer not null, high integer not null
);
insert into kind values
(1, 'Живопись', '{Пейзаж,Портрет,Натюрморт,Жанровая сцена,Абстракция}', 0.22,
    '{Пейзаж,Морской пейзаж,Зимний пейзаж,Портрет,Мужской портрет,Женский портрет,Натюрморт,Этюд,Вид,Весенний день,Летний вечер,Осенний лес,Улица,Берег,Букет,Интерьер,Сцена,Композиция,Автопортрет,Марина,Закат,Рассвет,Сад,Двор,Мост}',
    '{с рекой,у моря,с парусником,в старом парке,с церковью,дамы в голубом,неизвестного,с самоваром,с сиренью,в Крыму,под Москвой,на Волге,с лошадьми,с лодками,девушки с веером,молодого человека,с яблоками,с дичью,в деревне,зимой,с березами,у мельницы,на набережной,с видом на монастырь,купца,крестьянки,с пионами,в Париже,в Венеции,с фруктами,старика,в мастерской,с мостом,после дождя,с фигурами,охотника,с кошкой,в горах Кавказа,на закате,перед грозой}',
    '{"холст, масло","картон, масло","дерево, масло","бумага, акварель","холст, темпера","оргалит, масло","фанера, масло","бумага, гуашь"}', 0.85, 5000, 900000),
(2, 'Графика', '{Рисунок,Акварель,Гравюра,Литография,Плакат}', 0.16,
    '{Рисунок,Акварель,Гравюра,Литография,Офорт,Лист из альбома,Эскиз,Набросок,Карикатура,Плакат,Линогравюра,Силуэт,Иллюстрация,Эскиз костюма,Эскиз декорации,Пастель}',
    '{«Танцовщица»,«Всадники»,«Старый город»,к роману «Война и мир»,к опере «Борис Годунов»,«Слава труду»,с видом Кремля,«Купальщицы»,«Гроза»,к сказкам Пушкина,«Балаган»,с видом Невского проспекта,«Лето»,«Ярмарка»,«Обнаженная»,«Петербургские типы»,«Птицы»,к балету «Жар-птица»,«Маскарад»,«На пашне»,к поэме «Мертвые души»,«Революция»,«Цирк»,«Окна РОСТА»,«Город будущего»}',
    '{"бумага, карандаш","бумага, акварель","бумага, литография","бумага, офорт","бумага, тушь","бумага, пастель","бумага, линогравюра","картон, гуашь"}', 0.8, 1000, 150000),
(3, 'Иконы', '{Богородичные,Господские,Минейные,Складни}', 0.05,
    '{Икона,Икона в окладе,Складень,Храмовая икона,Миниатюрная икона,Аналойная икона}',
    '{«Божия Матерь Казанская»,«Божия Матерь Владимирская»,«Святитель Николай Чудотворец»,«Спас Нерукотворный»,«Господь Вседержитель»,«Божия Матерь Всех скорбящих Радость»,«Святой Георгий Победоносец»,«Двунадесятые праздники»,«Воскресение Христово»,«Святая мученица Параскева»,«Архангел Михаил»,«Троица»,«Божия Матерь Тихвинская»,«Преподобный Сергий Радонежский»,«Огненное восхождение пророка Илии»,«Покров»}',
    '{"дерево, темпера","дерево, левкас, темпера","дерево, темпера, серебро","медный сплав, литье","дерево, масло"}', 0.05, 10000, 600000),
(4, 'Фарфор и керамика', '{Сервизы,Скульптура малых форм,Вазы,Тарелки}', 0.13,
    '{Чайная пара,Ваза,Тарелка,Скульптура,Статуэтка,Блюдо,Чайник,Сервиз чайный,Сервиз кофейный,Молочник,Сахарница,Пепельница,Шкатулка,Чашка с блюдцем,Бюст,Графин,Штоф,Кашпо}',
    '{«Лебедь»,с росписью,«Кобальтовая сетка»,«Балерина»,«Пограничник с собакой»,с цветами,«Снегурочка»,«Хозяйка Медной горы»,с пейзажем,«Агитационная»,«Царевна-лягушка»,на двенадцать персон,на шесть персон,с гербом,«Пастушка»,«Конек-Горбунок»,с птицами,«Футболист»,в русском стиле,«Материнство»,с золочением}',
    '{"фарфор, роспись надглазурная","фарфор, роспись подглазурная","фаянс, роспись","фарфор, золочение","майолика","бисквит","керамика, глазурь"}', 0.3, 1000, 200000),
(5, 'Серебро', '{Столовое серебро,Портсигары,Церковная утварь}', 0.08,
    '{Подстаканник,Портсигар,Ложка столовая,Набор ложек,Стопка,Солонка,Ковш,Кубок,Сахарница,Поднос,Половник,Рюмка,Кружка,Чарка,Лампада,Дарохранительница,Табакерка,Рамка для фотографии}',
    '{с чернью,с эмалью,с монограммой,в русском стиле,«Тройка»,с гравировкой,с видом Москвы,с золочением,в стиле модерн,с дарственной надписью,филигранный,на шесть предметов,«Богатырь»,с растительным орнаментом}',
    '{"серебро 84 пробы","серебро 875 пробы","серебро, чернь","серебро, эмаль","серебро 916 пробы","мельхиор"}', 0.15, 3000, 400000),
(6, 'Нумизматика', '{Монеты,Медали,Боны}', 0.11,
    '{Рубль,Полтина,5 копеек,Копейка,10 рублей,15 рублей,Червонец,Деньга,Медаль,Жетон,Банкнота 100 рублей,Талер,Гривенник,25 копеек}',
    '{1897 года,1802 года,1924 года,1912 года,1730 года,1762 года,1834 года,1901 года,1913 года «В память 300-летия дома Романовых»,1841 года,1755 года,1921 года,1883 года «Коронация»,1859 года «Памятник Николаю I»,1725 года,1796 года,СПБ,ЕМ,«За усердие»,«За храбрость»}',
    '{"серебро","медь","золото 900 пробы","бронза","бумага, печать","биллон"}', 0.02, 300, 500000),
(7, 'Книги', '{Прижизненные издания,Детские книги,Альбомы,Автографы}', 0.1,
    '{Сочинения,Стихотворения,Роман,Письма,Альбом,Атлас,История,Путешествие,Календарь,Записки,Собрание сочинений,Сказки,Азбука,Руководство,Описание,Словарь}',
    '{в двух томах,с автографом,с рисунками автора,Том первый,российского государства,по Сибири,для детей,с гравюрами,первое издание,в цельнокожаном переплете,на 1876 год,Москвы и окрестностей,русского флота,в издательской обложке,о сельском хозяйстве,русских полков,лекарственных растений}',
    '{"бумага, печать","бумага, литография","кожа, тиснение","коленкор, тиснение"}', 0.7, 500, 120000),
(8, 'Мебель', '{Столы,Стулья и кресла,Шкафы,Зеркала}', 0.03,
    '{Стол письменный,Кресло,Комод,Буфет,Секретер,Зеркало,Диван,Шкаф книжный,Стул,Ломберный стол,Бюро,Этажерка,Жардиньерка,Кабинет,Ширма}',
    '{в стиле ампир,в стиле модерн,с маркетри,красного дерева,карельской березы,с бронзовыми накладками,в стиле Павла I,резной,с мраморной столешницей,в стиле Людовика XVI,ореховый,парный}',
    '{"красное дерево, бронза","карельская береза","дуб, резьба","орех, маркетри","береза, фанеровка"}', 0.02, 20000, 900000),
(9, 'Бронза и скульптура', '{Кабинетная скульптура,Часы каминные,Канделябры}', 0.05,
    '{Скульптура,Часы каминные,Канделябры парные,Чернильный прибор,Подсвечник,Бюст,Люстра,Пресс-папье,Настольная лампа,Барельеф}',
    '{«Джигит»,«Тройка»,«Прощание казака»,«Амур и Психея»,в стиле ампир,«Наполеон»,с фигурами путти,«Медведь»,«Пахарь»,«Диана-охотница»,с малахитом,«Петр I»,«Мефистофель»,«Дон Кихот»}',
    '{"бронза, литье","бронза, золочение","чугун, литье","бронза, мрамор","шпиатр"}', 0.4, 10000, 800000),
(10, 'Ювелирные изделия', '{Кольца,Броши,Серьги,Часы наручные}', 0.04,
    '{Брошь,Кольцо,Серьги,Кулон,Браслет,Запонки,Часы карманные,Цепочка,Колье,Булавка,Медальон,Часы наручные}',
    '{с бриллиантами,с сапфиром,с изумрудами,с эмалью,с жемчугом,с аметистом,«Бант»,в стиле модерн,с гранатами,с камеей,с алмазами старой огранки,«Павел Буре»,с бирюзой,мужские}',
    '{"золото 56 пробы, бриллианты","золото 583 пробы","серебро, эмаль","платина, бриллианты","золото 750 пробы, сапфир"}', 0.03, 5000, 900000),
(11, 'Фотографии и открытки', '{Фотографии,Открытые письма}', 0.03,
    '{Фотография,Открытое письмо,Альбом фотографий,Визитный портрет,Групповая фотография,Набор открыток}',
    '{с автографом,«Виды Москвы»,офицеров полка,семьи,«Привет из Ялты»,императорской семьи,космонавта,строительства метро,артистов театра,с дарственной надписью,гимназистов,«Типы России»}',
    '{"фотобумага, серебряно-желатиновый отпечаток","бумага, печать","альбуминовый отпечаток"}', 0.1, 200, 40000);
-- The upper end of each kind's share, from 0 to 1.
alter table kind add reach double precision;
update kind set reach = up_to from (select id as of, sum(share) over (order by id) / sum(share) over () as up_to from kind) s where of = id;

create temp table words as select
    '{Айвазовский,Шишкин,Репин,Левитан,Саврасов,Коровин,Поленов,Маковский,Клевер,Крыжицкий,Бенуа,Сомов,Судейкин,Григорьев,Кустодиев,Петров-Водкин,Фальк,Лентулов,Машков,Кончаловский,Пименов,Дейнека,Грицай,Герасимов,Юон,Жуковский,Горбатов,Ленто,Васнецов,Нестеров,Врубель,Серов,Суриков,Верещагин,Боголюбов,Судковский,Лагорио,Куинджи,Дубовской,Архипов}'::text[] as known,
    '{Белов,Волк,Горбун,Дорогов,Ерш,Жарк,Звон,Игнат,Калин,Ладыж,Мороз,Назар,Овчин,Панкрат,Ракит,Сазон,Тарас,Уварк,Фирс,Хохл,Цветк,Чекан,Шелк,Щепк,Юрьев,Яков,Антип,Богд,Вереш,Глуш,Дубр,Емел,Желт,Захар,Ивол,Кольц,Лыткар,Мелех,Никит,Остро,Поляк,Румян,Соболь,Трифон,Ульян,Филат,Харлам,Цыган,Чернец,Шумил,Бурл,Вишн,Гранит,Давыд,Ефрем,Зимн,Калаш,Лопат,Медвед,Носк,Орл,Пугач,Родион,Скворц,Толмач,Успен,Фад,Хомяк,Чуд,Шабал}'::text[] as stems,
    '{ов,ский,ин,ев,енко,ицкий,овский,ук,ян,ецкий}'::text[] as endings,
    '{Иван,Николай,Александр,Михаил,Сергей,Алексей,Василий,Константин,Петр,Дмитрий,Владимир,Андрей,Борис,Павел,Георгий,Исаак,Илья,Юлий,Арсений,Лев,Федор,Степан,Аркадий,Евгений,Кузьма,Роберт,Аристарх,Валентин,Виктор,Григорий}'::text[] as names,
    '{Иванович,Николаевич,Александрович,Михайлович,Сергеевич,Алексеевич,Васильевич,Константинович,Петрович,Дмитриевич,Владимирович,Андреевич,Борисович,Павлович,Георгиевич,Ильич,Юльевич,Львович,Федорович,Степанович}'::text[] as patronymics,
    '{Москва,Санкт-Петербург,Киев,Одесса,Нижний Новгород,Казань,Тверь,Ярославль,Кострома,Вологда,Самара,Саратов,Рига,Вильно,Тифлис,Екатеринбург,Тула,Рязань,Владимир,Суздаль,Псков,Новгород,Архангельск,Гжель,Дулево,Гарднер,Кузнецов,Берлин,Париж,Мейсен,Вена,Лондон,Дрезден,Севр,Лимож}'::text[] as places,
    '{Вторая половина XIX века,Конец XIX века,Начало XX века,1920-е годы,1930-е годы,1950-е годы,1960-е годы,Середина XIX века,XVIII век,Первая половина XX века,1970-е годы,1980-е годы,1890-е годы,1910-е годы,XVII век,2000-е годы}'::text[] as periods,
    '{Весна,Осень,Зима,Лето,Мать,Дети,Ангел,Мечта,Сказка,Победа,Песня,Танец,Музыка,Тишина,Ночь,Утро,Полдень,Сумерки,Туман,Дождь,Снег,Ветер,Буря,Гроза,Облака,Луна,Звезды,Солнце,Море,Океан,Залив,Гавань,Маяк,Корабль,Шхуна,Фрегат,Лодка,Пристань,Рыбаки,Сети,Озеро,Пруд,Ручей,Водопад,Болото,Степь,Пустыня,Караван,Верблюд,Оазис,Горы,Ущелье,Скала,Утес,Пещера,Перевал,Долина,Холмы,Поле,Рожь,Пшеница,Сенокос,Жатва,Пахота,Стога,Пасека,Сад,Огород,Яблоня,Вишня,Груша,Слива,Виноград,Гранаты,Лимоны,Апельсины,Арбуз,Дыня,Тыква,Грибы,Ягоды,Малина,Земляника,Рябина,Калина,Ландыши,Розы,Пионы,Лилии,Ирисы,Тюльпаны,Нарциссы,Хризантемы,Георгины,Астры,Маки,Васильки,Ромашки,Подсолнухи,Фиалки,Мимоза,Сирень,Черемуха,Береза,Дуб,Сосна,Ель,Кедр,Липа,Клен,Ива,Тополь,Кипарис,Пальма,Роща,Опушка,Просека,Поляна,Тропинка,Дорога,Мельница,Плотина,Деревня,Хутор,Усадьба,Изба,Крыльцо,Колодец,Забор,Сарай,Конюшня,Лошадь,Жеребенок,Тройка,Телега,Сани,Карета,Всадник,Гусар,Казак,Офицер,Солдат,Матрос,Адмирал,Генерал,Поэт,Художник,Музыкант,Скрипач,Актриса,Клоун,Акробат,Арлекин,Коломбина,Маска,Балаган,Карусель,Ярмарка,Базар,Лавка,Трактир,Чаепитие,Обед,Завтрак,Пир,Свадьба,Крестины,Сватовство,Прощание,Встреча,Свидание,Письмо,Чтение,Урок,Школа,Библиотека,Кабинет,Спальня,Гостиная,Веранда,Терраса,Балкон,Окно,Зеркало,Кружева,Веер,Шаль,Платок,Сарафан,Кокошник,Прялка,Колыбель,Кукла,Игрушки,Мячик,Качели,Каток,Лыжники,Футбол,Бокс,Гребцы,Пловец,Бегун,Шахматисты,Карты,Домино,Кузница,Завод,Шахта,Доменная печь,Трактор,Паровоз,Вокзал,Аэроплан,Дирижабль,Спутник,Космос,Ракета,Метро,Трамвай,Бульвар,Площадь,Переулок,Набережная,Канал,Собор,Колокольня,Часовня,Монастырь,Скит,Монах,Странник,Пророк,Апостол,Мадонна,Спаситель,Голгофа,Благовещение,Рождество,Крещение,Преображение,Успение,Вознесение,Нимфа,Фавн,Вакханка,Сатир,Аполлон,Афродита,Венера,Марс,Меркурий,Минерва,Геркулес,Орфей,Психея,Купидон,Лев,Тигр,Слон,Медведь,Волк,Лиса,Заяц,Олень,Лось,Кабан,Собака,Борзая,Кошка,Котята,Петух,Павлин,Орел,Сова,Журавль,Аист,Ласточки,Снегири,Попугай,Рыбы,Карпы,Черепаха,Бабочка,Стрекоза,Дракон,Феникс,Единорог,Русалка,Леший,Богатырь,Царевна,Жар-птица,Снежная королева}'::text[] as subjects,
    '{Россия,СССР,Российская империя,Германия,Франция,Англия,Италия,Китай,Япония,Австрия,Голландия,Польша}'::text[] as countries,
    '{Подпись внизу справа,Подпись внизу слева,Подпись и дата на обороте,Монограмма внизу справа,Без подписи,На обороте авторская надпись,Клеймо на дне,Марка под глазурью,Клеймо мастера и пробирное клеймо,Владельческая надпись на титульном листе,Экслибрис,Номер инвентарный}'::text[] as marks,
    '{Сохранность хорошая,Незначительные утраты красочного слоя,Реставрация,Следы бытования,Потертости по краям,Сколы по краю,Кракелюр,Без видимых повреждений,Дублирован на новый холст,Утраты позолоты,Загрязнения и заломы,Чистка не проводилась,Патина,Лисьи пятна,Переплет отреставрирован,Трещина левкаса}'::text[] as conditions,
    '{Происхождение: частное собрание,Приобретено у наследников автора,Из собрания коллекционера,Экспертное заключение прилагается,Оформлено в раму,Воспроизведено в каталоге выставки,Экспонировалось на выставке,Провенанс: галерея,Тираж ограничен,Редкость,Находилось в музейном собрании до продажи,Представлено в багете,Заключение научно-реставрационного центра,Музейный уровень}'::text[] as provenance,
    '{Автор работал в традициях московской школы,Ученик Академии художеств,Участник выставок передвижников,Композиция повторяет известное произведение,Характерный пример мастерской,Изделие отличает тонкая проработка деталей,Сюжет восходит к античной мифологии,Типичная работа провинциального мастера,Произведение выполнено по заказу,Орнамент заимствован из древнерусских рукописей,Колорит построен на сочетании холодных тонов,Работа создана во время поездки на север,Форма и декор характерны для эпохи эклектики,Мотив не раз встречается у художника,Предмет из дворцового интерьера,Издание стало библиографической редкостью,Легкий прозрачный мазок передает влажный воздух,Вещь сохранила первоначальный футляр}'::text[] as stories;

-- ---- houses, categories, authors, catalogs

insert into house (id, name_ru, is_gallery, is_storage, is_post_auction)
select n, (array['Аукционный дом','Галерея','Антикварный салон','Торги'])[1 + n % 4] || ' «' || pg_temp.evenly(places, n, 1) || '-' || n || '»',
    n % 4 = 2, true, true
from words, generate_series(1, 40) n;
insert into category (id, code, name, position) select id * 100, id::text, name, id from kind;
insert into category (id, code, name, parent_id, position)
select id * 100 + place, id || '.' || place, part, id * 100, place from kind, unnest(parts) with ordinality as p (part, place);

create temp table writer as
select distinct on (name) n, name from (
    select n, concat_ws(' ',
        case when n <= 40 then known[n]
            else pg_temp.evenly(stems, n, 2) || pg_temp.evenly(endings, n, 3) end,
        pg_temp.pick(names, n, 4), pg_temp.pick(patronymics, n, 5)) as name
    from words, generate_series(1, 9000) n) as made
order by name, n;
insert into author (name) select name from writer order by n limit 8000;

-- In order of time. Sizes run from 60 to about 1 000 lots, 500 on average.
create temp table sale as
select n as id, 60 + floor(880 * pg_temp.chance(n, 10))::integer as size,
    1 + floor(40 * pg_temp.chance(n, 11) ^ 1.7)::integer as house,
    case when n % 90 = 7 then 2 when n % 70 = 9 then 3 when pg_temp.chance(n, 12) < 0.55 then 0 else 1 end as type,
    -- 5 drafts, 25 future, 35 running, all others over.
    case when n > 1995 then 4 when n > 1970 then 0 when n > 1935 then case when n % 9 = 0 then 5 else 1 end
        when pg_temp.chance(n, 13) < 0.02 then 3 else 2 end as state,
    timestamptz '2016-01-10' + n * interval '44 hours' as start
from generate_series(1, 2000) n;
alter table sale add first bigint;
update sale set first = before from (
    select id as of, 1 + coalesce(sum(size) over (order by id rows between unbounded preceding and 1 preceding), 0) as before from sale) s
where of = id;
-- Galleries and post-auction sales are either open or over.
update sale set state = case when id > 1200 then 1 else 2 end where type in (2, 3);

insert into catalog (id, house_id, title, catalog_type, calculation_type, start_date, end_date, created)
select id, house, 'Аукцион ' || id || '. ' || pg_temp.evenly((select array_agg(name order by kind.id) from kind), id, 14), type, 1, start,
    case when type = 1 then start + interval '5 days' end, start - interval '30 days'
from sale;
insert into catalog_trade (catalog_id, state, start_date, end_date) select id, state, start, case when type = 1 then start + interval '5 days' end from sale;

-- ---- lots

create index on sale (first);
create temp table made as
select n as id, sale.id as sale, (n - sale.first + 1)::integer as number, kind.id as kind
from generate_series(1, :lots) n
join lateral (select * from sale where first <= n order by first desc limit 1) as sale on true
-- Two thirds of a sale's lots belong to the sale's two main kinds.
join lateral (
    select * from kind
    where reach > case when pg_temp.chance(n, 20) < 0.66 then pg_temp.chance(sale.id * 2 + n % 2, 21) else pg_temp.chance(n, 22) end
    order by reach limit 1
) as kind on true;

insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, description_ru, category_id, period, materials, size,
    source_country_ru, start_price, reserve_price, estimated_from, estimated_to, top, hidden, created)
select made.id, sale.house, sale.id, made.number,
    heads_tails.title,
    concat_ws('. ',
        pg_temp.pick(marks, made.id, 31) || case when pg_temp.chance(made.id, 32) < 0.4 then ': «' || pg_temp.evenly(stems, made.id, 33) || pg_temp.evenly(endings, made.id, 34) || '»' end,
        pg_temp.pick(stories, made.id, 35),
        case when pg_temp.chance(made.id, 36) < 0.6 then pg_temp.evenly(stories, made.id, 37) end,
        case when pg_temp.chance(made.id, 66) < 0.5 then 'Изображены: ' || lower(pg_temp.evenly(subjects, made.id, 67)) || ', ' || lower(pg_temp.evenly(subjects, made.id, 68)) end,
        pg_temp.pick(conditions, made.id, 38),
        pg_temp.pick(provenance, made.id, 39) || ', ' || pg_temp.pick(places, made.id, 40),
        case when pg_temp.chance(made.id, 41) < 0.3 then 'Инв. № ' || (made.id * 7 % 99991) || ', владелец ' || pg_temp.rare(made.id, 80) end,
        case when pg_temp.chance(made.id, 44) < 0.2 then 'Парный предмет: ' || lower(pg_temp.evenly(kind.heads, made.id, 45)) || ' ' || pg_temp.evenly(kind.tails, made.id, 46) end),
    kind.id * 100 + floor(pg_temp.chance(made.id, 47) * (cardinality(kind.parts) + 1))::integer,
    pg_temp.pick(periods, made.id, 48), pg_temp.pick(kind.materials, made.id, 49),
    (10 + made.id % 90) || ' × ' || (10 + made.id % 70) || ' см', pg_temp.pick(countries, made.id, 50),
    price.start, case when pg_temp.chance(made.id, 51) < 0.2 then price.start * 2 end,
    price.start * 2, price.start * 3, case when pg_temp.chance(made.id, 52) < 0.0005 then 1 + (made.id % 20)::integer else 0 end,
    pg_temp.chance(made.id, 53) < 0.003, sale.start - interval '30 days' + made.number * interval '40 seconds'
from words, made
join sale on sale.id = made.sale
join kind on kind.id = made.kind
cross join lateral (select (kind.low + floor((kind.high - kind.low) * pg_temp.chance(made.id, 54) ^ 6) :: bigint) / 100 * 100 + 100 as start) as price
cross join lateral (
    -- A subject of the kind, one from the common list, a year, or none.
    select concat_ws(' ', pg_temp.pick(kind.heads, made.id, 55),
            case
                when luck < 0.4 then pg_temp.pick(kind.tails, made.id, 56)
                when luck < 0.8 and kind.id = 6 then (1700 + floor(290 * pg_temp.chance(made.id, 62) ^ 0.5)) || ' года'
                when luck < 0.8 then '«' || pg_temp.pick(subjects, made.id, 63) || case when luck < 0.5 then ' и ' || lower(pg_temp.evenly(subjects, made.id, 64)) else '' end || '»'
            end)
        || case when pg_temp.chance(made.id, 57) < 0.25 then '. ' || pg_temp.evenly(places, made.id, 58)
            when pg_temp.chance(made.id, 59) < 0.04 then '. ' || pg_temp.rare(made.id, 90) else '' end as title
    from (select pg_temp.chance(made.id, 65) as luck) as l
) as heads_tails;

insert into lot_author (lot_id, author_id)
select made.id, 1 + floor(8000 * pg_temp.chance(made.id, 60) ^ 2)::bigint
from made join kind on kind.id = made.kind where pg_temp.chance(made.id, 61) < kind.signed;

insert into lot_trade (lot_id, catalog_id, state, is_bidding_over, leading_value, bets_count, min_bet)
select lot.id, lot.catalog_id, trade.state, trade.over, case when trade.bets > 0 then price end, trade.bets, price
from lot
join sale on sale.id = lot.catalog_id
join made on made.id = lot.id
cross join lateral (
    select
        case when sale.state in (2, 3) then case when luck < 0.45 then 2 when luck < 0.6 then 8 else 4 end
            when sale.state in (0, 4) or sale.type > 1 then 0
            when sale.type = 1 then 1
            when made.number * 3 < sale.size then case when luck < 0.6 then 2 else 4 end
            when made.number * 3 < sale.size + 3 then 1 else 0 end as state,
        sale.state in (2, 3) or (sale.state in (1, 5) and sale.type = 0 and made.number * 3 < sale.size) as over,
        case when sale.state in (2, 3) and luck < 0.6 or sale.state in (1, 5) and sale.type = 1 and luck < 0.35 then 1 + floor(12 * pg_temp.chance(lot.id, 71) ^ 2)::integer else 0 end as bets
    from (select pg_temp.chance(lot.id, 70) as luck) as l
) as trade
cross join lateral (select lot.start_price + trade.bets * greatest(100, lot.start_price / 10) as price) as p;
analyze;

-- ---- the listing, written by the indexer's statement with the indexes dropped

create temp table dropped as
select indexdef, indexname from pg_indexes
where tablename in ('lot_listing', 'listing_term') and indexname not in (select conname from pg_constraint);
select format('drop index %I', indexname) from dropped \gexec
prepare refresh (bigint[]) as :upsert;
select format('execute refresh (%L)', array_agg(n)) from generate_series(1, :lots) n group by (n - 1) / 10000 order by (n - 1) / 10000 \gexec
select indexdef from dropped \gexec
vacuum analyze;
