-- What a new site comes with would be in the way.
delete from help_article;
delete from search_synonym;

-- People: 1 admin, 2 owner, 3 manager, 4 auctioneer, 5 newsmaker (all of house 1), 6 and 7 trusted, 8 and 9 accepted,
-- 10 of no house, 11 manager of house 2, 12 developer.
insert into account (id, display_name, email, phone, roles) overriding system value values
    (1, 'Админ', 'admin@test.example', '+79000000001', 4096), (2, 'Владелец', 'owner@test.example', '+79000000002', 0),
    (3, 'Менеджер', 'manager@test.example', '+79000000003', 0),
    (4, 'Аукционист', 'auctioneer@test.example', '+79000000004', 0),
    (5, 'Редактор', 'newsmaker@test.example', '+79000000005', 0), (6, 'Доверенный', 'trusted@test.example', '+79000000006', 0),
    (7, 'Доверенная', 'trusted2@test.example', '+79000000007', 0), (8, 'Принятый', 'accepted@test.example', '+79000000008', 0),
    (9, 'Принятая', 'accepted2@test.example', '+79000000009', 0), (10, 'Новичок', 'new@test.example', '+79000000010', 0),
    (11, 'Чужой', 'stranger@test.example', '+79000000011', 0),
    (12, 'Разработчик', 'developer@test.example', '+79000000012', 8192);
select setval(pg_get_serial_sequence('account', 'id'), 100);

insert into house (id, name_ru) values (1, 'Первый дом'), (2, 'Второй дом');
select setval(pg_get_serial_sequence('house', 'id'), 2);
insert into house_staff (house_id, account_id, role) values (1, 3, 0), (1, 2, 1), (1, 5, 2), (2, 11, 0);
insert into house_order (house_id, account_id, status, decided)
select 1, id, 1, now() from unnest(array[6, 7, 8, 9]) as id;
insert into house_trust (house_id, account_id, trusted) values (1, 6, true), (1, 7, true);

insert into category (id, code, name, parent_id, position) values
    (1866, '10', 'Живопись', null, 1), (1901, '10.1', 'Пейзаж', 1866, 1), (1880, '14', 'Иконы', null, 2);

-- 10 classic by hand, 12 parallel by catalog type, 13 gallery, 14 draft, 15 completed, 16 a classic of the future,
-- 17 hidden, 20 of the other house.
insert into catalog (id, house_id, title, catalog_type, start_date, end_date, hidden) values
    (10, 1, 'Весенние торги', 0, now(), null, false),
    (12, 1, 'Параллельные торги', 1, now(), now() + interval '1 hour', false),
    (13, 1, 'Галерея первого дома', 2, now(), null, false),
    (14, 1, 'Черновик', 0, null, null, false),
    (15, 1, 'Прошедшие торги', 0, now() - interval '9 days', null, false),
    (16, 1, 'Осенние торги', 0, now() + interval '9 days', null, false),
    (17, 1, 'Закрытые торги', 0, now(), null, true),
    (20, 2, 'Торги второго дома', 0, now(), null, false);
insert into catalog_auctioneer (catalog_id, account_id) values (10, 4), (12, 4), (17, 4);

insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, category_id, start_price, reserve_price,
    estimated_from, estimated_to, materials, top, hidden, created) values
    (1001, 1, 10, 1, 'Морской пейзаж с парусником', 1901, 1000, null, 1500, 2500, 'холст, масло', 3, false, '2026-01-01'),
    (1002, 1, 10, 2, 'Икона Божией Матери', 1880, 1000, 5000, null, null, 'дерево, темпера', 0, false, '2026-01-02'),
    (1003, 1, 10, 3, 'Зимний вечер', 1901, 500, null, null, null, 'картон, масло', 0, false, '2026-01-03'),
    (1004, 1, 10, 4, 'Скрытый лот', 1866, 500, null, null, null, null, 0, true, '2026-01-04'),
    (1201, 1, 12, 1, 'Натюрморт с самоваром', 1866, 2000, null, null, null, 'холст, масло', 5, false, '2026-01-05'),
    (1202, 1, 12, 2, 'Вечерний звон', 1901, 100, 3000, null, null, 'холст, масло', 0, false, '2026-01-06'),
    (1301, 1, 13, 1, 'Портрет купца', 1866, 0, null, null, null, 'холст, масло', 0, false, '2026-01-07'),
    (1401, 1, 14, 1, 'Лот черновика', 1866, 100, null, null, null, null, 0, false, '2026-01-08'),
    (1501, 1, 15, 1, 'Проданный этюд', 1901, 100, null, null, null, null, 0, false, '2026-01-09'),
    (1601, 1, 16, 12, 'Осенний лес', 1901, 10000, null, null, null, 'холст, масло', 0, false, '2026-01-10'),
    (1701, 1, 17, 1, 'Закрытый лот', 1866, 100, null, null, null, null, 0, false, '2026-01-11'),
    (2001, 2, 20, 1, 'Ваза', 1866, 100, null, null, null, 'фарфор', 0, false, '2026-01-12');
insert into author (name) values ('Айвазовский Иван Константинович'), ('Неизвестный мастер');
insert into lot_author (lot_id, author_id)
    select lot_id, id from author, unnest(array[1001, 1601]) as lot_id where name like 'Айв%'
    union all select 1002, id from author where name like 'Неиз%';
insert into picture (id, width, height) values ('00000000-0000-4000-8000-000000000001', 2000, 1500);
insert into lot_image (lot_id, position, picture_id) values (1001, 0, '00000000-0000-4000-8000-000000000001');
