import { PASSWORD_MAX } from '#contract/limits.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { checkPassword, countCharacters, type PasswordContext } from '#src/shared/lib/password-checks.ts'

type Props = PasswordContext & {
  password: string
  texts: {
    title: string
    length: string
    ownWords: string
    maximum: string
    hint: string
    /** Read after each line to people who cannot see the mark. */
    met: string
    unmet: string
  }
}

/**
 * The rules of a new password, checked while somebody types. The server checks the rest (common passwords).
 */
export const PasswordChecklist = ({ password, texts, ...context }: Props) => {
  const checks = checkPassword(password, context)
  const lines: [string, boolean][] = [
    [texts.length, checks.longEnough],
    [texts.ownWords, checks.withoutOwnWords],
  ]
  if (countCharacters(password) > PASSWORD_MAX) lines.push([texts.maximum, false])
  return (
    <div>
      <ul className="space-y-1" aria-label={texts.title}>
        {lines.map(([text, met]) => (
          <li key={text} className={cx('flex items-start gap-2', met && 'text-success-text')}>
            <Mark met={met} />
            <span>
              {text}
              <span className="sr-only">, {met ? texts.met : texts.unmet}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-1">{texts.hint}</p>
    </div>
  )
}

const Mark = ({ met }: { met: boolean }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    className="mt-0.5 shrink-0"
  >
    <circle cx="8" cy="8" r="6.5" strokeWidth="1.5" opacity={met ? 1 : 0.6} />
    {met && <path d="m5 8.2 2 2 4-4.4" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />}
  </svg>
)
