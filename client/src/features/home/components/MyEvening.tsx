import { useQuery } from "@tanstack/react-query";
import { Section } from "@/components/Section/Section";
import { count } from "@/lib/format";
import { eveningOptions } from "@/trade/api/evening";
import { EveningRow } from "@/trade/components/EveningRow/EveningRow";
import { comingOf } from "@/trade/rules/evening";
import { eveningUrl } from "@/trade/urls";

const ROWS = 3;

/** The lots of the user's evening that come up first; nothing while they wait for none. */
export default function MyEvening() {
  const { data } = useQuery(eveningOptions(true));
  if (!data) return null;
  const rows = comingOf(data.sales, data.lots);
  if (rows.length === 0) return null;
  const all = `Все ${count(data.lots.length, ["лот", "лота", "лотов"])}`;
  return (
    <Section title="Мой вечер" more={{ label: rows.length > ROWS ? all : "Бюджет и время", to: eveningUrl }}>
      <ol>
        {rows.slice(0, ROWS).map(({ sale, mine }, i) => (
          <EveningRow key={mine.lot.id} mine={mine} sale={sale} isNext={i === 0} />
        ))}
      </ol>
    </Section>
  );
}
