import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { BANDS_MAX } from '#contract/assessments/admin/authoring.ts'
import { releases } from '#contract/assessments/shapes.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field, FieldError } from '#src/shared/ui/forms/Field.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { newBand, type BandForm } from '../../model/assessment-form.ts'
import type { FormPart } from '../../model/form-part.ts'
import { FormSection } from './FormSection.tsx'
import { NumberField } from './NumberField.tsx'

/** When learners see results, the scholarship bands and the pass mark. */
export const ResultFields = ({ form, change, problems }: FormPart) => {
  const { t } = useTranslation('assessments/admin/authoring')
  return (
    <FormSection title={t('result.title')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('result.release')} hint={t(`result.${form.release}Hint`)}>
          {(control) => (
            <Select
              {...control}
              value={form.release}
              options={releases.map((value) => ({ value, label: t(`result.${value}`) }))}
              onChange={(release) => change({ release })}
            />
          )}
        </Field>
        <NumberField
          label={t('result.pass')}
          hint={t('result.passHint')}
          min={1}
          max={100}
          value={form.pass_percent}
          onChange={(percent) => change({ pass_percent: percent })}
        />
      </div>
      <Bands form={form} change={change} problems={problems} />
    </FormSection>
  )
}

/** The scholarship for each band of percentages. */
const Bands = ({ form, change, problems }: FormPart) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const changeBand = (key: string, next: Partial<BandForm>) =>
    change({ bands: form.bands.map((band) => (band.key === key ? { ...band, ...next } : band)) })
  return (
    <section aria-label={t('bands.title')} className="flex flex-col gap-3">
      <div>
        <h3 className="font-medium">{t('bands.title')}</h3>
        <p className="text-sm text-ink-muted">{t('bands.text')}</p>
      </div>
      <ul className="flex flex-col gap-3">
        {form.bands.map((band, index) => (
          <li key={band.key}>
            <Band
              band={band}
              number={index + 1}
              hasProblem={problems.includes('band')}
              onChange={(next) => changeBand(band.key, next)}
              onRemove={() => change({ bands: form.bands.filter(({ key }) => key !== band.key) })}
            />
          </li>
        ))}
      </ul>
      {problems.includes('bandOrder') && <FieldError id="band-order">{t('problem.bandOrder')}</FieldError>}
      <Button
        variant="secondary"
        className="self-start"
        icon={<Plus aria-hidden="true" size={18} />}
        disabled={form.bands.length >= BANDS_MAX}
        onClick={() => change({ bands: [...form.bands, newBand()] })}
      >
        {t('bands.add')}
      </Button>
    </section>
  )
}

type BandProps = {
  band: BandForm
  number: number
  /** Whether an incomplete band was reported. */
  hasProblem: boolean
  onChange: (next: Partial<BandForm>) => void
  onRemove: () => void
}

const Band = ({ band, number, hasProblem, onChange, onRemove }: BandProps) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const errorFor = (percent: number | null) => (hasProblem && percent === null ? t('problem.percent') : null)
  return (
    <fieldset className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:max-w-lg">
      <legend className="sr-only">{t('bands.band', { number: number })}</legend>
      <NumberField
        label={t('bands.from')}
        error={errorFor(band.from_percent)}
        min={0}
        max={100}
        value={band.from_percent}
        onChange={(percent) => onChange({ from_percent: percent })}
      />
      <NumberField
        label={t('bands.scholarship')}
        error={errorFor(band.scholarship_percent)}
        min={0}
        max={100}
        value={band.scholarship_percent}
        onChange={(percent) => onChange({ scholarship_percent: percent })}
      />
      <IconButton
        label={t('bands.remove', { number: number })}
        className="mt-6"
        icon={<Trash2 aria-hidden="true" size={18} />}
        onClick={onRemove}
      />
    </fieldset>
  )
}
