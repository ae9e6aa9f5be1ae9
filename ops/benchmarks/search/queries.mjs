// Two hundred realistic searches: most with a text, some with filters, a few on late pages. `body` is the request body of
// POST /api/lots/search.

/** Words in the forms people type, whole titles, prefixes. */
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
/** Words with typing mistakes. */
const TYPOS = [
  "айвозовский", "шышкин", "натюрмотр", "пейзож", "икнона", "подстаканик", "портсигр", "акварел", "литаграфия", "серибро",
  "статуэтка балирина", "кондилябры", "бриллиянты", "фотогрфия", "каменные часы", "сомовар",
];
const PREFIXES = ["айваз", "натюр", "подстак", "калам", "крыжиц", "мороз", "бафар", "пор", "из", "чек"];
const AUTHORS = [
  "Айвазовский", "Шишкин Иван", "Левитана", "Коровин Константин", "Куинджи", "Репин Илья", "Саврасову", "Клевер Юлий",
  "Поленов Василий", "Петров-Водкин", "Лентулов", "Дейнека Александр", "Верещагин", "Скворцов Евгений Павлович", "Морозенко", "Хохлов",
];
const NUMBERS = ["12", "№ 45", "лот 100", "7", "#3", "лот №250", "901", "1"];
/** Words found in very many lots. */
const COMMON = ["портрет", "холст масло", "бумага", "серебро", "XIX века", "Россия", "роспись", "сохранность хорошая", "икона", "пейзаж"];
/** Words found in one lot or none. */
const RARE = ["Батохановка", "Вежирарин", "инв 40404", "Голомашаево", "абракадабра", "зыбкий единорог"];

const SCOPES = ["past", "future", "current", "galleries", "postauction"];
const FILTERS = [
  {}, {}, {}, {}, {},
  { auctionState: "current" }, { auctionState: "past" }, { auctionState: "future" }, { houseId: 1 }, { houseId: 17 },
  { categoryIds: [100] }, { categoryIds: [201, 202] }, { states: [2, 8] }, { isBiddingOver: false }, { catalogTypes: [1] },
  { catalogTypes: [2, 3] }, { auctionState: "past", lotState: 4 }, { auctionState: "current", categoryIds: [100, 200] },
];
const FILTERS_ALONE = [
  {}, { auctionState: "past" }, { auctionState: "future" }, { auctionState: "current" }, { auctionState: "galleries" },
  { auctionState: "postauction" }, { houseId: 2 }, { houseId: 33 }, { categoryIds: [100] }, { categoryIds: [803] },
  { catalogId: 1950 }, { catalogId: 400 }, { states: [2, 8] }, { lotState: 1 }, { isBiddingOver: false },
  { catalogTypes: [0] }, { catalogTypes: [1], auctionState: "past" }, { houseId: 3, categoryIds: [500] },
  { auctionState: "past", states: [1] }, { auctionState: "current", isBiddingOver: true, catalogTypes: [0] },
];
/** Every sort order, the usual ones more often. */
const SORTINGS = [undefined, 6, undefined, 1, undefined, 10, undefined, 9, 1, 0, 5, undefined, 4, 2, 3, 7, 8];
const PAGES = [1, 1, 1, 1, 1, 2, 1, 1, 3, 1, 1, 1, 1, 8, 1, 1, 1, 1, 40, 1, 1, 1, 1, 1, 1, 1, 1, 500];

function* generate() {
  let n = 0;
  const next = (body) => {
    n += 1;
    return { page: PAGES[(n * 5) % PAGES.length], body: { sorting: SORTINGS[(n * 7) % SORTINGS.length], ...body } };
  };
  const texts = [WORDS, TYPOS, PREFIXES, AUTHORS, NUMBERS, COMMON, RARE].flat();
  for (const [place, searchQuery] of texts.entries()) yield next({ searchQuery, ...FILTERS[(place * 5) % FILTERS.length] });
  // The common words again, in each scope.
  for (const [place, auctionState] of SCOPES.entries()) {
    yield next({ searchQuery: COMMON[place], auctionState });
    yield next({ searchQuery: COMMON[place + 5], auctionState, houseId: 1 + place });
  }
  for (let place = 0; n < 200; place += 1) yield next(FILTERS_ALONE[place % FILTERS_ALONE.length]);
}

export const QUERIES = [...generate()];

/** What the box for everything is asked while these texts are typed: each beginning from its second letter. */
export const KEYSTROKES = [
  "айвазовский", "айвозовский", "шишкин медведи", "икона никола", "сервиз куприянова", "лот 117", "серебро 84 проба", "fqdfpjdcrbq",
  "морские пейзажи", "натюрморт", "подстаканник", "петров-водкин", "фарфор гарднер", "кольцо с бриллиантами", "рубль 1897", "абракадабра",
].flatMap((text) => Array.from({ length: text.length - 1 }, (_, n) => text.slice(0, n + 2)));
