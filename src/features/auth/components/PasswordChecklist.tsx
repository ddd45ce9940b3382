import { useText } from '#src/core/i18n/use-text.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { checkPassword, lengthOf, type PasswordContext } from '../model/password-checks.ts'
import { PASSWORD_MAX } from '#contract/limits.ts'

interface Props extends PasswordContext {
  password: string
  siteName: string
}

/** What a new password must be, ticked off while one types; the server judges the rest (common passwords). */
export const PasswordChecklist = ({ password, siteName, ...context }: Props) => {
  const t = useText('auth')
  const checks = checkPassword(password, context)
  const tooLong = lengthOf(password) > PASSWORD_MAX
  const lines: [string, boolean][] = [
    [t('checklist.length', { count: context.min }), checks.longEnough],
    [t('checklist.ownWords', { name: siteName }), checks.withoutOwnWords],
    ...(tooLong ? [[t('checklist.maximum'), false] as [string, boolean]] : []),
  ]
  return (
    <div>
      <ul className="space-y-1" aria-label={t('checklist.title')}>
        {lines.map(([text, met]) => (
          <li key={text} className={cx('flex items-start gap-2', met && 'text-success-text')}>
            <Mark met={met} />
            <span>
              {text}
              <span className="sr-only">, {t(met ? 'checklist.met' : 'checklist.unmet')}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-1">{t('checklist.hint')}</p>
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
