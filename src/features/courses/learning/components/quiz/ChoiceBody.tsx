import type { ShownOption } from '#contract/courses/quiz.ts'

type Props = {
  name: string
  type: 'radio' | 'checkbox'
  hint?: string
  options: readonly ShownOption[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Choices as native radio buttons or checkboxes, with their keyboard behaviour. */
export const ChoiceBody = ({ name, type, hint, options, chosen, onChange }: Props) => (
  <div className="flex flex-col gap-2">
    {hint !== undefined && <p className="text-sm text-ink-muted">{hint}</p>}
    {options.map((option) => (
      <label
        key={option.id}
        className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-line px-4 py-2.5 text-ink hover:border-line-strong has-checked:border-primary has-checked:bg-primary-soft"
      >
        <input
          type={type}
          name={name}
          value={option.id}
          checked={chosen.includes(option.id)}
          className="size-5 shrink-0 accent-(--primary)"
          onChange={(event) => {
            if (type === 'radio') onChange([option.id])
            else
              onChange(
                event.target.checked ? [...chosen, option.id] : chosen.filter((id) => id !== option.id),
              )
          }}
        />
        <span className="min-w-0 flex-1 whitespace-pre-line">
          {/* Isolated, so that text of another direction stays next to its control. */}
          <bdi>{option.text}</bdi>
        </span>
      </label>
    ))}
  </div>
)
