// Two hundred searches as people make them: most with a text, some with filters, a few deep in the pages. `body` is what
// POST /api/lots/search takes.

/** Words in the forms people write, whole titles, beginnings. */
const WORDS = [
  "морские пейзажи", "пейзаж с рекой", "зимний пейзаж", "портрет дамы в голубом", "портреты купцов", "натюрморт с самоваром",
  "букет сирени", "икона Николая Чудотворца", "казанская божия матерь", "складень", "чайные пары", "вазы с росписью",
  "балерина", "кобальтовая сетка", "серебряный портсигар", "подстаканники", "набор ложек", "рубль 1897", "червонцы",
  "медаль за храбрость", "стихотворения с автографом", "первое издание", "атлас", "кресла в стиле ампир", "комод",
  "карельская береза", "часы каминные", "канделябры", "брошь с сапфиром", "кольцо с бриллиантами", "фотографии офицеров",
  "открытое письмо привет из ялты", "литографии", "эскизы костюмов", "к опере борис годунов", "плакат слава труду",
  "сирень", "венеция", "вид на монастырь", "парусник", "ледоход", "лошади", "фарфор гарднер", "фаянс кузнецов",
  "дулево", "мейсен", "севр", "самовар", "ёлка", "гоголь мертвые души",
];
/** As they come out of a keyboard in haste. */
const TYPOS = [
  "айвозовский", "шышкин", "натюрмотр", "пейзож", "икнона", "подстаканик", "портсигр", "акварел", "литаграфия", "серибро",
  "статуэтка балирина", "кондилябры", "бриллиянты", "фотогрфия", "каменные часы", "сомовар",
];
const BEGINNINGS = ["айваз", "натюр", "подстак", "калам", "крыжиц", "мороз", "бафар", "пор", "из", "чек"];
const AUTHORS = [
  "Айвазовский", "Шишкин Иван", "Левитана", "Коровин Константин", "Куинджи", "Репин Илья", "Саврасову", "Клевер Юлий",
  "Поленов Василий", "Петров-Водкин", "Лентулов", "Дейнека Александр", "Верещагин", "Скворцов Евгений Павлович", "Морозенко", "Хохлов",
];
const NUMBERS = ["12", "№ 45", "лот 100", "7", "#3", "лот №250", "901", "1"];
/** Of which there are very many. */
const COMMON = ["портрет", "холст масло", "бумага", "серебро", "XIX века", "Россия", "роспись", "сохранность хорошая", "икона", "пейзаж"];
/** Of which there is one, or none. */
const RARE = ["Батохановка", "Вежирарин", "инв 40404", "Голомашаево", "абракадабра", "зыбкий единорог"];

const SCOPES = ["past", "future", "current", "galleries", "postauction"];
const FILTERS = [
  {}, {}, {}, {}, {},
  { auctionState: "current" }, { auctionState: "past" }, { auctionState: "future" }, { houseId: 1 }, { houseId: 17 },
  { categoryIds: [100] }, { categoryIds: [201, 202] }, { states: [2, 8] }, { isBiddingOver: false }, { catalogTypes: [1] },
  { catalogTypes: [2, 3] }, { auctionState: "past", lotState: 4 }, { auctionState: "current", categoryIds: [100, 200] },
];
const ALONE = [
  {}, { auctionState: "past" }, { auctionState: "future" }, { auctionState: "current" }, { auctionState: "galleries" },
  { auctionState: "postauction" }, { houseId: 2 }, { houseId: 33 }, { categoryIds: [100] }, { categoryIds: [803] },
  { catalogId: 1950 }, { catalogId: 400 }, { states: [2, 8] }, { lotState: 1 }, { isBiddingOver: false },
  { catalogTypes: [0] }, { catalogTypes: [1], auctionState: "past" }, { houseId: 3, categoryIds: [500] },
  { auctionState: "past", states: [1] }, { auctionState: "current", isBiddingOver: true, catalogTypes: [0] },
];
/** Every sorting, the usual ones more often. */
const SORTINGS = [undefined, 6, undefined, 1, undefined, 10, undefined, 9, 1, 0, 5, undefined, 4, 2, 3, 7, 8];
const PAGES = [1, 1, 1, 1, 1, 2, 1, 1, 3, 1, 1, 1, 1, 8, 1, 1, 1, 1, 40, 1, 1, 1, 1, 1, 1, 1, 1, 500];

function* made() {
  let n = 0;
  const next = (body) => {
    n += 1;
    return { page: PAGES[(n * 5) % PAGES.length], body: { sorting: SORTINGS[(n * 7) % SORTINGS.length], ...body } };
  };
  const texts = [WORDS, TYPOS, BEGINNINGS, AUTHORS, NUMBERS, COMMON, RARE].flat();
  for (const [place, searchQuery] of texts.entries()) yield next({ searchQuery, ...FILTERS[(place * 5) % FILTERS.length] });
  // What there is much of, once more with each scope.
  for (const [place, auctionState] of SCOPES.entries()) {
    yield next({ searchQuery: COMMON[place], auctionState });
    yield next({ searchQuery: COMMON[place + 5], auctionState, houseId: 1 + place });
  }
  for (let of = 0; n < 200; of += 1) yield next(ALONE[of % ALONE.length]);
}

export const QUERIES = [...made()];
