import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { INVITE_DAYS, INVITE_PEOPLE_MAX, type InviteLink } from '#contract/students/invite-links.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { addLink, groupsQuery, studentKeys } from '../../api/students.queries.ts'
import { CourseField } from '../CourseField.tsx'
import { LinkList } from './LinkList.tsx'

interface Draft {
  course: number | null
  group: number | null
  days: (typeof INVITE_DAYS)[number]
  people: string
}

const NONE = 'none'

/** Makes a link with which people join by themselves, and shows those that there are. */
export const LinkInvite = () => {
  const { t } = useTranslation('students')
  const [draft, setDraft] = useState<Draft>({ course: null, group: null, days: 30, people: '' })
  // A new key for each link: a press that is repeated makes one.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const create = useCreate(() => setKey(crypto.randomUUID()))
  const people = draft.people.trim() === '' ? null : Number(draft.people)
  const isNumber = people === null || (Number.isInteger(people) && people >= 1 && people <= INVITE_PEOPLE_MAX)
  return (
    <div className="flex flex-col gap-4">
      {create.error && <Alert kind="error">{errorText(create.error, t('links.failed'))}</Alert>}
      <LinkFields
        draft={draft}
        isNumber={isNumber}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      <Button
        className="self-start"
        pending={create.isPending}
        disabled={!isNumber}
        onClick={() =>
          create.mutate({
            idempotency_key: key,
            course_id: draft.course,
            group_id: draft.group,
            days: draft.days,
            people_max: people,
          })
        }
      >
        {t('links.create')}
      </Button>
      <LinkList newest={create.data?.id ?? null} />
    </div>
  )
}

interface FieldsProps {
  draft: Draft
  isNumber: boolean
  onChange: (change: Partial<Draft>) => void
}

const LinkFields = ({ draft, isNumber, onChange }: FieldsProps) => {
  const { t } = useTranslation('students')
  const language = useLanguage()
  const groups = useQuery(groupsQuery())
  const open = (groups.data?.groups ?? []).filter(({ is_archived: isArchived }) => !isArchived)
  return (
    <>
      <CourseField
        label={t('invite.course')}
        none={t('invite.noCourse')}
        value={draft.course}
        onChange={(course) => onChange({ course })}
      />
      {open.length > 0 && (
        <Field label={t('links.group')}>
          {(control) => (
            <Select
              {...control}
              value={draft.group === null ? NONE : String(draft.group)}
              options={[
                { value: NONE, label: t('links.noGroup') },
                ...open.map(({ id, name }) => ({ value: String(id), label: <bdi>{name}</bdi> })),
              ]}
              onChange={(next) => onChange({ group: next === NONE ? null : Number(next) })}
            />
          )}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('links.valid')}>
          {(control) => (
            <Select
              {...control}
              value={String(draft.days)}
              options={INVITE_DAYS.map((days) => ({
                value: String(days),
                label: t('links.days', { count: days }),
              }))}
              onChange={(next) => onChange({ days: INVITE_DAYS.find((days) => String(days) === next) ?? 30 })}
            />
          )}
        </Field>
        <Field
          label={t('links.peopleMax')}
          hint={t('links.peopleHint')}
          error={
            isNumber ? undefined : t('links.peopleWrong', { max: formatNumber(INVITE_PEOPLE_MAX, language) })
          }
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              inputMode="numeric"
              maxLength={5}
              value={draft.people}
              onChange={({ target }) => onChange({ people: target.value })}
            />
          )}
        </Field>
      </div>
    </>
  )
}

const useCreate = (onDone: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: addLink,
    onSuccess: (link) => {
      onDone()
      queries.setQueryData<{ links: InviteLink[] }>(studentKeys.links, (before) => ({
        links: [link, ...(before?.links ?? []).filter(({ id }) => id !== link.id)],
      }))
    },
  })
}
