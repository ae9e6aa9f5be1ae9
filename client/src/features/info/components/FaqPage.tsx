import { useParams } from "react-router";
import { questions } from "../model/faq";
import { TextPage } from "./TextPage";
import css from "./TextPage.module.css";

/** Questions and answers; the address may name the one to show open. */
export default function FaqPage() {
  const { id } = useParams();
  return (
    <TextPage title="Вопросы и ответы">
      <div className={css.faq}>
        {questions.map((question) => (
          <details key={question.id} id={`q${question.id}`} open={String(question.id) === id}>
            <summary>
              <h2>{question.title}</h2>
            </summary>
            {question.answer.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </details>
        ))}
      </div>
    </TextPage>
  );
}
