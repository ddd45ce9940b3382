import { useState } from 'react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Button } from '#src/shared/ui/Button.tsx'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { CodeInput } from '#src/shared/ui/forms/CodeInput.tsx'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { PasswordInput } from '#src/shared/ui/forms/PasswordInput.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextArea, TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { Samples } from './samples.ts'
import { Section } from './Section.tsx'

/** Buttons, fields and selections. */
export const Controls = ({ s }: { s: Samples }) => (
  <>
    <Section title={s.buttons}>
      <div className="flex flex-wrap items-center gap-3">
        <Button>{s.save}</Button>
        <Button variant="secondary">{s.cancel}</Button>
        <Button variant="ghost">{s.more}</Button>
        <Button variant="danger">{s.remove}</Button>
        <Button variant="cta">{s.enrol}</Button>
        <Button pending>{s.save}</Button>
        <Button disabled>{s.save}</Button>
        <Button size="sm" variant="secondary">
          {s.more}
        </Button>
        <IconButton label={s.more} icon={<Ellipsis aria-hidden="true" size={20} />} />
        <IconButton label={s.more} variant="outline" icon={<Ellipsis aria-hidden="true" size={20} />} />
      </div>
    </Section>
    <Section title={s.fields}>
      <Field label={s.name} hint={s.hint}>
        {(field) => <TextInput {...field} defaultValue={s.person} />}
      </Field>
      <Field label={s.email} error={s.emailError} required>
        {(field) => <TextInput {...field} dir="ltr" type="email" defaultValue="asha@" />}
      </Field>
      <Field label={s.password}>
        {(field) => (
          <PasswordInput {...field} showLabel={s.show} hideLabel={s.hide} defaultValue="learn-by-doing-7" />
        )}
      </Field>
      <Field label={s.about} optionalLabel={s.optional}>
        {(field) => <TextArea {...field} rows={2} />}
      </Field>
      <Code s={s} />
      <Checkbox label={s.terms} defaultChecked />
    </Section>
    <Choices s={s} />
  </>
)

const Code = ({ s }: { s: Samples }) => {
  const [code, setCode] = useState('123')
  return <Field label={s.code}>{(field) => <CodeInput {...field} value={code} onChange={setCode} />}</Field>
}

const Choices = ({ s }: { s: Samples }) => {
  const [level, setLevel] = useState('0')
  const [person, setPerson] = useState<string | null>(null)
  const [remind, setRemind] = useState(true)
  const levels = s.levels.map((label, index) => ({ value: String(index), label }))
  return (
    <Section title={s.choices}>
      <Field label={s.level}>
        {(field) => <Select {...field} value={level} options={levels} onChange={setLevel} />}
      </Field>
      <Field label={s.find}>
        {(field) => (
          <Combobox
            {...field}
            value={person}
            options={s.people.map((label) => ({ value: label, label }))}
            texts={{ open: s.open, none: s.none }}
            onChange={setPerson}
          />
        )}
      </Field>
      <Segmented legend={s.level} value={level} options={levels} onChange={setLevel} />
      <Switch label={s.remind} hint={s.remindHint} checked={remind} onChange={setRemind} />
      <Switch label={s.remind} checked={!remind} onChange={(on) => setRemind(!on)} />
    </Section>
  )
}
