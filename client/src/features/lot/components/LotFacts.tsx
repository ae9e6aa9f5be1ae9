import type { Lot } from "@/lib/api/types";
import { siteUrl } from "@/lib/format";
import css from "./lot.module.css";

export function LotFacts({ lot }: { lot: Lot }) {
  const facts: [string, string | null][] = [
    ["Материалы", lot.materials],
    ["Размер", lot.size || "Размер не указан"],
    ["Период", lot.period || "Период не указан"],
    ["Регион", lot.sourceCountryRu],
    ["Вес", lot.weight],
  ];
  return (
    <section aria-labelledby="about-lot">
      <h2 id="about-lot">О лоте</h2>
      <dl className={css.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ),
        )}
        {lot.isAttributedAuthorship && <Fact name="Авторство">Приписывается</Fact>}
      </dl>
      {lot.descriptionRu && <p className={css.text}>{lot.descriptionRu}</p>}
      {lot.notes && (
        <>
          <h3 className={`h3 ${css.notesTitle}`}>Примечания</h3>
          <p className={css.text}>{lot.notes}</p>
        </>
      )}
      {lot.videoLinks.length > 0 && (
        <div className={css.links}>
          {lot.videoLinks.map((link, i) => (
            <a key={link} className="link" href={siteUrl(link)} target="_blank" rel="noreferrer">
              {lot.videoLinks.length > 1 ? `Видео ${i + 1}` : "Видео о лоте"}
            </a>
          ))}
        </div>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
    </>
  );
}
