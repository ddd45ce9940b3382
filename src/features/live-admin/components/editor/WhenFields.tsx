import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LENGTH_MAX_MINUTES, LENGTH_MIN_MINUTES, type PlanCheck } from '#contract/live/admin/sessions.ts'
import { LOCAL_TIME } from '#contract/live/zone-time.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useTimes } from '../../hooks/use-times.ts'
import type { FormPart } from '../../model/form-part.ts'
import { FormSection } from './FormSection.tsx'
import { NumberField } from './NumberField.tsx'
import { RepeatFields } from './RepeatFields.tsx'

type Props = FormPart & { isNew: boolean; plan: PlanCheck | undefined }

/** Start by the clock of a zone, length, and weekly repeats. */
export const WhenFields = (props: Props) => {
  const { form, change, problems, plan } = props
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  const isElsewhere = form.time_zone !== times.zone && plan?.first
  return (
    <FormSection title={t('form.when')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('form.start')}
          required
          error={problems.includes('start') ? t('problem.start') : null}
          hint={
            isElsewhere ? t('form.yourTime', { time: times.full(plan.first?.starts_at ?? '') }) : undefined
          }
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              type="datetime-local"
              max="9999-12-31T23:59"
              value={form.starts_local}
              onChange={({ target }) =>
                change({ starts_local: target.value.slice(0, 16), second_time: false })
              }
            />
          )}
        </Field>
        <NumberField
          label={t('form.length')}
          error={
            problems.includes('length')
              ? t('problem.length', { min: LENGTH_MIN_MINUTES, max: LENGTH_MAX_MINUTES })
              : null
          }
          min={LENGTH_MIN_MINUTES}
          max={LENGTH_MAX_MINUTES}
          value={form.length_minutes}
          onChange={(minutes) => change({ length_minutes: minutes })}
        />
        <ZoneField
          zone={form.time_zone}
          onChange={(zone) => change({ time_zone: zone, second_time: false })}
        />
      </div>
      <ClockNotes {...props} />
      {props.isNew && form.kind === 'class' && (
        <>
          <Switch
            label={t('form.repeats')}
            checked={form.repeats}
            onChange={(repeats) => change({ repeats })}
          />
          {form.repeats && <RepeatFields {...props} />}
        </>
      )}
    </FormSection>
  )
}

const ZoneField = ({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) => {
  const { t } = useTranslation('live-admin')
  const options = useMemo(
    () =>
      [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].map((name) => ({
        value: name,
        label: name.replaceAll('_', ' '),
      })),
    [zone],
  )
  return (
    <Field label={t('form.zone')} hint={t('form.zoneHint')} className="sm:col-span-2">
      {(control) => (
        <Combobox
          {...control}
          value={zone}
          texts={{ open: t('form.zoneOpen'), none: t('form.zoneNone') }}
          options={options}
          onChange={(next) => {
            if (next !== null) onChange(next)
          }}
        />
      )}
    </Field>
  )
}

/** What a clock change does to the start; of a series, to which of its sessions. */
const ClockNotes = ({ form, change, plan }: Props) => {
  const { t } = useTranslation('live-admin')
  const times = useTimes()
  if (!plan || !LOCAL_TIME.test(form.starts_local)) return null
  const dayOf = (local: string) => times.longDay(local.slice(0, 10))
  return plan.clock_changes.map(({ kind, local, shown }) =>
    kind === 'gap' ? (
      <Alert key={local} kind="warning" title={t('clock.gap', { time: local.slice(11), day: dayOf(local) })}>
        {t(form.repeats ? 'clock.gapMoved' : 'clock.gapNext', { time: shown.slice(11) })}
      </Alert>
    ) : (
      <Alert key={local} title={t('clock.overlap', { time: local.slice(11), day: dayOf(local) })}>
        <Checkbox
          label={t('clock.second')}
          checked={form.second_time}
          onChange={({ target }) => change({ second_time: target.checked })}
        />
      </Alert>
    ),
  )
}
