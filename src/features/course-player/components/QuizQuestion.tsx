import type { QuizItem } from '#contract/courses.ts'

type Props = {
  question: QuizItem['questions'][number]
  /** "Question 2 of 5" */
  label: string
  chosen: number | null
  onChoose: (choiceId: number) => void
}

export const questionAnchor = (id: number) => `question-${id}`

/** One question as a group of radio buttons: arrow keys choose, Tab goes on to the next question. */
export const QuizQuestion = ({ question, label, chosen, onChoose }: Props) => (
  <fieldset
    id={questionAnchor(question.id)}
    data-own-keys=""
    className="card min-w-0 scroll-mt-24 p-4 sm:p-5"
  >
    <legend className="float-start mb-3 w-full">
      <span className="block text-sm text-ink-muted">{label}</span>
      <span dir="auto" className="mt-1 block text-lg font-medium text-ink">
        {question.prompt}
      </span>
    </legend>
    <div className="clear-both flex flex-col gap-2">
      {question.choices.map((choice) => (
        <label
          key={choice.id}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-line px-4 py-2.5 text-ink hover:border-line-strong has-checked:border-primary has-checked:bg-primary-soft"
        >
          <input
            type="radio"
            name={`q${question.id}`}
            value={choice.id}
            checked={chosen === choice.id}
            className="size-5 shrink-0 accent-(--primary)"
            onChange={() => onChoose(choice.id)}
          />
          <span dir="auto" className="min-w-0 flex-1">
            {choice.text}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
