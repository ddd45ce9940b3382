import { useTranslation } from 'react-i18next'
import type { ItemAnalysis } from '#contract/assessments/admin/item-analysis.ts'
import { letters, type Letter } from '#contract/assessments/shapes.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { QuestionText } from '#src/shared/ui/content/QuestionText.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'

type LettersProps = {
  item: ItemAnalysis
  right: readonly Letter[]
  onChange: (right: readonly Letter[]) => void
  isMissing: boolean
}

/** The right options of one question. */
export const LetterFields = ({ item, right, onChange, isMissing }: LettersProps) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local } = useLocalized()
  return (
    <fieldset>
      <legend className="font-medium text-ink">
        <QuestionText text={local(item.prompt, item.main_language)} />
      </legend>
      <p className="mt-1 text-sm text-ink-muted">{t('regrade.lettersHint')}</p>
      <div className="mt-2">
        {letters.map((letter, index) => (
          <Checkbox
            key={letter}
            checked={right.includes(letter)}
            label={
              <>
                <span className="font-semibold">{letter}</span>{' '}
                <QuestionText
                  text={local(item.options[index] ?? {}, item.main_language)}
                  className="inline-block align-top"
                />
              </>
            }
            error={isMissing && letter === letters.at(-1) ? t('regrade.noLetter') : null}
            onChange={(event) =>
              onChange(event.target.checked ? [...right, letter] : right.filter((each) => each !== letter))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The keys that were corrected in the bank. */
export const BankKeys = ({ items }: { items: readonly ItemAnalysis[] }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { local } = useLocalized()
  return (
    <ul className="flex flex-col gap-3">
      {items.map((item) => (
        <li key={`${item.question_id}.${item.version}`} className="text-sm">
          <span className="line-clamp-2 text-ink">
            <QuestionText text={local(item.prompt, item.main_language)} />
          </span>
          <span className="text-ink-muted">
            {t('regrade.bankKey', {
              before: item.right.join(', '),
              after: (item.newest_right ?? []).join(', '),
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
