import { typesetSize } from "@/lib/format";

/** First words of sizes and periods that are not names, unlike «Франция, 1900-е». */
const ORDINARY =
  /^(?:высота|ширина|длина|глубина|толщина|диаметр|размеры?|вес|лист|рубеж|начало|нач|середина|сер|конец|кон|первая|вторая|третья|четв[её]ртая|последняя|около|ок|до|после|не)(?![а-яё])/iu;

interface Work {
  materials: string | null;
  size: string | null;
  period: string | null;
}

/** «Серебро, диаметр 8,2 см, рубеж XIX–XX веков», as one line. */
export const workText = ({ materials, size, period }: Work): string =>
  [materials ?? "", typesetSize(size ?? ""), typesetSize(period ?? "")]
    .filter((part) => part !== "")
    .map((part, index) =>
      index > 0 && ORDINARY.test(part) ? part.charAt(0).toLowerCase() + part.slice(1) : part,
    )
    .join(", ");
