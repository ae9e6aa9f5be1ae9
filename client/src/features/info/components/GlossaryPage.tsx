import { useQuery } from "@tanstack/react-query";
import { RichText } from "@/components/RichText/RichText";
import { termsOptions } from "../api/help";
import { HelpList } from "./HelpList";
import { TextPage } from "./TextPage";
import css from "./TextPage.module.css";

export default function GlossaryPage() {
  const list = useQuery(termsOptions());
  return (
    <TextPage title="Глоссарий">
      <HelpList list={list} empty="Терминов пока нет">
        {(terms) => (
          <dl className={css.terms}>
            {terms.map((term) => (
              <div key={term.id}>
                <dt>{term.title}</dt>
                <dd>
                  <RichText html={term.content} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </HelpList>
    </TextPage>
  );
}
