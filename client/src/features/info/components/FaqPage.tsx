import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { RichText } from "@/components/RichText/RichText";
import { useCanonicalPath } from "@/lib/useCanonicalPath";
import { questionsOptions } from "../api/help";
import { HelpList } from "./HelpList";
import { TextPage } from "./TextPage";
import css from "./TextPage.module.css";

function show(question: HTMLElement | null) {
  question?.scrollIntoView({ block: "start" });
}

/** Questions and answers. The address may name the one to open. */
export default function FaqPage() {
  const { id } = useParams();
  const list = useQuery(questionsOptions());
  const asked = list.data?.find((question) => String(question.id) === id);
  useCanonicalPath(asked && `/faq/${asked.id}/${asked.slug}`);
  if (id !== undefined && list.data && !asked) return <NotFound />;
  return (
    <TextPage title="Вопросы и ответы">
      <HelpList list={list} empty="Вопросов пока нет">
        {(questions) => (
          <div className={css.faq}>
            {questions.map((question) => (
              <details
                key={question.id}
                id={`q${question.id}`}
                open={String(question.id) === id}
                ref={String(question.id) === id ? show : undefined}
              >
                <summary>
                  <h2>{question.title}</h2>
                </summary>
                <RichText className={css.answer} html={question.content} />
              </details>
            ))}
          </div>
        )}
      </HelpList>
    </TextPage>
  );
}
