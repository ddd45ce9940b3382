import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CAPACITY_MAX,
  DESCRIPTION_MAX,
  MINUTES_MAX,
  MINUTES_MIN,
  TITLE_MAX,
} from '#contract/workshops/shapes.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { EditorState } from '../hooks/use-workshop-editor.ts'
import { timeZones } from '../model/draft.ts'
import { CoverField } from './CoverField.tsx'

interface Props {
  editor: EditorState
}

/** Words for what the server said about a field. */
export const useIssueText = ({ issues }: EditorState) => {
  const { t } = useTranslation('workshops/admin')
  return (name: string): string | undefined => {
    const [issue] = issues[name] ?? []
    if (!issue) return undefined
    const why = issue.params?.['why']
    if (why === 'gap' || why === 'overlap') return t(`issue.${why}`)
    if (name === 'capacity' && issue.code === 'too_small')
      return t('issue.capacity', { count: Number(issue.params?.['min'] ?? 1) })
    return t([`issue.${name}_${issue.code}`, `issue.${name}`, 'issue.invalid'])
  }
}

export const Section = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-col gap-4">
    <legend className="mb-3 text-lg font-semibold text-ink">{title}</legend>
    {text && <p className="-mt-2 text-sm text-ink-muted">{text}</p>}
    {children}
  </fieldset>
)

const NO_COURSE = 'none'

export const DetailFields = ({
  editor,
  courses,
}: Props & { courses: readonly { id: number; title: string }[] }) => {
  const { t } = useTranslation('workshops/admin')
  const { draft, change } = editor
  const error = useIssueText(editor)
  return (
    <Section title={t('editor.about')}>
      <Field label={t('editor.title')} error={error('title')} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={TITLE_MAX}
            value={draft.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('editor.description')} hint={t('editor.descriptionHint')} error={error('description')}>
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            maxLength={DESCRIPTION_MAX}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <CoverField editor={editor} error={error('cover')} />
      <Field label={t('editor.course')} hint={t('editor.courseHint')} error={error('course_id')}>
        {(control) => (
          <Select
            {...control}
            value={draft.course_id === null ? NO_COURSE : String(draft.course_id)}
            options={[
              { value: NO_COURSE, label: t('editor.noCourse') },
              ...courses.map(({ id, title }) => ({ value: String(id), label: <bdi>{title}</bdi> })),
            ]}
            onChange={(value) => change({ course_id: value === NO_COURSE ? null : Number(value) })}
          />
        )}
      </Field>
    </Section>
  )
}

/** A number field; empty is null. */
const NumberInput = (props: {
  control: Parameters<Parameters<typeof Field>[0]['children']>[0]
  value: number | null
  min: number
  max: number
  placeholder?: string
  onChange: (value: number | null) => void
}) => (
  <TextInput
    {...props.control}
    dir="ltr"
    type="number"
    inputMode="numeric"
    min={props.min}
    max={props.max}
    placeholder={props.placeholder}
    value={props.value ?? ''}
    onChange={({ target }) => props.onChange(target.value === '' ? null : Math.trunc(Number(target.value)))}
  />
)

export const TimeFields = ({ editor }: Props) => {
  const { t } = useTranslation('workshops/admin')
  const { draft, change } = editor
  const error = useIssueText(editor)
  return (
    <Section title={t('editor.time')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('editor.start')} error={error('starts_local')} required>
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              type="datetime-local"
              max="9999-12-31T23:59"
              value={draft.starts_local}
              onChange={(event) => change({ starts_local: event.target.value.slice(0, 16) })}
            />
          )}
        </Field>
        <Field label={t('editor.minutes')} error={error('minutes')} required>
          {(control) => (
            <NumberInput
              control={control}
              min={MINUTES_MIN}
              max={MINUTES_MAX}
              value={draft.minutes}
              onChange={(minutes) => change({ minutes: minutes ?? 0 })}
            />
          )}
        </Field>
      </div>
      <Field label={t('editor.zone')} hint={t('editor.zoneHint')} error={error('time_zone')} required>
        {(control) => (
          <select
            {...control}
            className="control"
            value={draft.time_zone}
            onChange={(event) => change({ time_zone: event.target.value })}
          >
            {timeZones(draft.time_zone).map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </select>
        )}
      </Field>
    </Section>
  )
}

export const PlaceFields = ({ editor }: Props) => {
  const { t } = useTranslation('workshops/admin')
  const { draft, change } = editor
  const error = useIssueText(editor)
  return (
    <Section title={t('editor.where')}>
      <Field label={t('editor.place')} error={error('place')} optionalLabel={t('editor.optional')}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={300}
            value={draft.place}
            onChange={(event) => change({ place: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('editor.link')}
        hint={t('editor.linkHint')}
        error={error('link')}
        optionalLabel={t('editor.optional')}
      >
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="url"
            inputMode="url"
            placeholder="https://"
            value={draft.link}
            onChange={(event) => change({ link: event.target.value })}
          />
        )}
      </Field>
    </Section>
  )
}

export const SeatFields = ({ editor }: Props) => {
  const { t } = useTranslation('workshops/admin')
  const { draft, change } = editor
  const error = useIssueText(editor)
  return (
    <Section title={t('editor.seats')}>
      <Field
        label={t('editor.capacity')}
        hint={t('editor.capacityHint')}
        error={error('capacity')}
        className="sm:max-w-60"
      >
        {(control) => (
          <NumberInput
            control={control}
            min={1}
            max={CAPACITY_MAX}
            placeholder={t('editor.unlimited')}
            value={draft.capacity}
            onChange={(capacity) => change({ capacity })}
          />
        )}
      </Field>
      <Switch
        label={t('editor.optIn')}
        hint={t('editor.optInHint')}
        checked={draft.double_opt_in}
        onChange={(isOn) => change({ double_opt_in: isOn })}
      />
    </Section>
  )
}
