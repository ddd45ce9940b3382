import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { audienceKinds, LIST_MAX, type Audience, type AutomationKind } from '#contract/emails/campaigns.ts'
import { studentRoles, personStates } from '#contract/students/students.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ChoiceSelect, FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { optionsQuery } from '../../api/campaigns.queries.ts'
import { addressesIn } from '../../model/draft.ts'

type Props = {
  audience: Audience
  /** Null: a campaign. An automation goes to people here as something happens to them. */
  automation: AutomationKind | null
  onChange: (audience: Audience) => void
}

/** Who it is for: people by the filters of their list, or pasted addresses. */
export const AudienceFields = ({ audience, automation, onChange }: Props) => {
  const { t } = useTranslation('emails')
  return (
    <Card as="section" className="flex flex-col gap-5">
      {automation === null ? (
        <Segmented
          legend={t('audience.kind')}
          value={audience.kind}
          options={audienceKinds.map((value) => ({ value, label: t(`audience.${value}`) }))}
          onChange={(kind) => onChange({ ...audience, kind })}
        />
      ) : (
        <p className="text-sm text-ink-muted">{t(`automation.when.${automation}`)}</p>
      )}
      {audience.kind === 'people' ? (
        <PeopleFields
          isTimed={automation !== null}
          people={audience.people}
          onChange={(people) => onChange({ ...audience, people })}
        />
      ) : (
        <ListField
          addresses={audience.addresses}
          onChange={(addresses) => onChange({ ...audience, addresses })}
        />
      )}
    </Card>
  )
}

type PeopleProps = {
  /** Something that happens decides when, so being active is no filter. */
  isTimed: boolean
  people: Audience['people']
  onChange: (people: Audience['people']) => void
}

const PeopleFields = ({ isTimed, people, onChange }: PeopleProps) => {
  const { t } = useTranslation('emails')
  const { data } = useQuery(optionsQuery())
  const numberOf = (text: string | null) => (text === null ? null : Number(text))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceSelect
        label={t('audience.role')}
        className=""
        value={people.role}
        options={studentRoles.map((value) => ({ value, label: t(`audience.roles.${value}`) }))}
        onChange={(role) => onChange({ ...people, role })}
      />
      {!isTimed && (
        <FilterSelect
          label={t('audience.state')}
          className=""
          all={t('audience.all')}
          value={people.state}
          options={personStates
            .filter((value) => value !== 'disabled')
            .map((value) => ({ value, label: t(`audience.states.${value}`) }))}
          onChange={(state) => onChange({ ...people, state })}
        />
      )}
      <FilterSelect
        label={t('audience.course')}
        className=""
        all={t('audience.all')}
        value={people.course === null ? null : String(people.course)}
        options={(data?.courses ?? []).map(({ id, title }) => ({
          value: String(id),
          label: <bdi>{title}</bdi>,
        }))}
        onChange={(id) => onChange({ ...people, course: numberOf(id) })}
      />
      <FilterSelect
        label={t('audience.group')}
        className=""
        all={t('audience.all')}
        value={people.group === null ? null : String(people.group)}
        options={(data?.groups ?? []).map(({ id, name }) => ({
          value: String(id),
          label: <bdi>{name}</bdi>,
        }))}
        onChange={(id) => onChange({ ...people, group: numberOf(id) })}
      />
    </div>
  )
}

const ListField = ({ addresses, onChange }: { addresses: string[]; onChange: (list: string[]) => void }) => {
  const { t } = useTranslation('emails')
  const language = useLanguage()
  const [text, setText] = useState(() => addresses.join('\n'))
  const count = addressesIn(text).length
  const max = formatNumber(LIST_MAX, language)
  return (
    <Field
      label={t('audience.addresses')}
      hint={t('audience.addressesHint', { max })}
      error={count > LIST_MAX ? t('audience.tooMany', { max }) : null}
    >
      {(control) => (
        <TextArea
          {...control}
          dir="ltr"
          rows={10}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            const list = addressesIn(target.value)
            if (list.length <= LIST_MAX) onChange(list.map((each) => each.slice(0, 254)))
          }}
        />
      )}
    </Field>
  )
}
