import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import { languageInfo, languages, type Language } from '#contract/languages.ts'
import { cx } from '#src/shared/lib/cx.ts'
import type { TypedJob } from '../../model/job-form.ts'
import { missingIn } from '../../model/job-problems.ts'

type Props = {
  form: TypedJob
  offered: readonly Language[]
  language: Language
  onChange: (language: Language) => void
}

/** Which language is written, and what each of them lacks. */
export const LanguageTabs = ({ form, offered, language, onChange }: Props) => {
  const { t } = useTranslation('recruiting/editor')
  const shown = languages.filter((each) => offered.includes(each) || form.texts[each].title !== '')
  return (
    <fieldset className="sticky top-14 z-10 -mx-1 bg-surface px-1 py-2 sm:top-16">
      <legend className="sr-only">{t('languages.legend')}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-1 rounded-lg bg-surface-sunken p-1">
        {shown.map((each) => (
          <label
            key={each}
            className={cx(
              'flex min-h-12 min-w-0 cursor-pointer flex-col items-center justify-center rounded-md border px-2 text-center outline-focus has-focus-visible:outline-2',
              each === language
                ? 'border-line-strong bg-surface-raised font-semibold text-ink'
                : 'border-transparent text-ink-muted',
            )}
          >
            <input
              type="radio"
              name="job-language"
              checked={each === language}
              className="sr-only"
              onChange={() => onChange(each)}
            />
            <bdi lang={each} className="truncate text-sm">
              {languageInfo(each).name}
            </bdi>
            <Missing form={form} language={each} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const Missing = ({ form, language }: { form: TypedJob; language: Language }) => {
  const { t } = useTranslation('recruiting/editor')
  const missing = missingIn(form, language)
  if (missing === 0)
    return (
      <span className="flex items-center gap-1 text-xs font-normal text-success-text">
        <CircleCheck aria-hidden="true" size={13} />
        {t('languages.complete')}
      </span>
    )
  return (
    <span
      className={cx(
        'truncate text-xs font-normal',
        missing === null ? 'text-ink-muted' : 'text-warning-text',
      )}
    >
      {missing === null ? t('languages.none') : t('languages.missing', { count: missing })}
    </span>
  )
}
