import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { DecimalNumber } from '../editors/fields/DecimalNumber.tsx'
import { cellsFrom, textOfCells, type Check } from '../../model/problems.ts'

const TOLERANCE_MAX = 1e9

type Props = { check: Check; edit: (change: Partial<Check>) => void }

/** The tolerance of a check, and other inputs that only a real formula answers correctly. */
export const CheckDetails = ({ check, edit }: Props) => {
  const { t } = useTranslation('course-builder')
  const [changes, setChanges] = useState(() => textOfCells(check.changes))
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <DecimalNumber
        label={t('quiz.tolerance')}
        hint={t('quiz.toleranceHint')}
        min={0}
        max={TOLERANCE_MAX}
        value={check.tolerance}
        onChange={(tolerance) => edit({ tolerance })}
      />
      <Field label={t('problem.changes')} hint={t('problem.changesHint')} optionalLabel={t('optional')}>
        {(control) => (
          <TextArea
            {...control}
            dir="ltr"
            rows={2}
            spellCheck={false}
            className="font-mono text-sm"
            value={changes}
            onChange={(event) => {
              setChanges(event.target.value)
              edit({ changes: cellsFrom(event.target.value) })
            }}
          />
        )}
      </Field>
    </div>
  )
}
