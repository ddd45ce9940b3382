import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAPACITY_MAX, HOSTS_MAX, INVITEES_MAX } from '#contract/live/admin/sessions.ts'
import { liveAudiences } from '#contract/live/shapes.ts'
import { useSettled } from '#src/shared/lib/hooks/use-debounced.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { learnersQuery } from '../../api/live-admin.queries.ts'
import type { FormPart } from '../../model/form-part.ts'
import { FormSection } from './FormSection.tsx'
import { NumberField } from './NumberField.tsx'
import { PeopleChips } from './PeopleChips.tsx'

type Props = FormPart & { mayInviteEveryone: boolean }

/** Hosts, and who may come. */
export const WhoFields = (props: Props) => {
  const { form, change, mayInviteEveryone } = props
  const { t } = useTranslation('live-admin')
  const audiences = liveAudiences.filter((value) => value !== 'everyone' || mayInviteEveryone)
  return (
    <FormSection title={t('form.who')}>
      <HostFields {...props} />
      {form.kind === 'class' && (
        <>
          <Segmented
            legend={t('form.audience')}
            value={form.audience}
            options={audiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
            onChange={(audience) => change({ audience })}
          />
          {form.audience === 'chosen' && <LearnerFields {...props} />}
        </>
      )}
      <SeatFields {...props} />
    </FormSection>
  )
}

/** A webinar's seats are taken by registering, those of a class by joining. */
const SeatFields = ({ form, change, problems }: FormPart) => {
  const { t } = useTranslation('live-admin')
  return (
    <>
      <Switch
        label={t('form.limited')}
        hint={t(form.kind === 'webinar' ? 'form.limitedHint' : 'form.limitedClassHint')}
        checked={form.is_limited}
        onChange={(isLimited) => change({ is_limited: isLimited })}
      />
      {form.is_limited && (
        <NumberField
          label={t('form.capacity')}
          error={problems.includes('capacity') ? t('problem.capacity') : null}
          min={1}
          max={CAPACITY_MAX}
          value={form.capacity}
          onChange={(capacity) => change({ capacity })}
        />
      )}
    </>
  )
}

const HostFields = ({ form, change, problems, options }: FormPart) => {
  const { t } = useTranslation('live-admin')
  const chosen = new Set(form.hosts.map(({ id }) => id))
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('form.hosts')} error={problems.includes('hosts') ? t('problem.hosts') : null}>
        {(control) => (
          <Combobox
            {...control}
            // Remounts the field after each choice to empty it.
            key={form.hosts.length}
            value={null}
            disabled={form.hosts.length >= HOSTS_MAX}
            placeholder={t('form.addHost')}
            texts={{ open: t('form.hostsOpen'), none: t('form.hostsNone') }}
            options={options.hosts
              .filter(({ id }) => !chosen.has(id))
              .map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(value) => {
              const host = options.hosts.find(({ id }) => String(id) === value)
              if (host) change({ hosts: [...form.hosts, host] })
            }}
          />
        )}
      </Field>
      <PeopleChips
        label={t('form.hosts')}
        people={form.hosts}
        onRemove={(id) => change({ hosts: form.hosts.filter((host) => host.id !== id) })}
      />
    </div>
  )
}

const SEARCH_AFTER_MS = 250

const LearnerFields = ({ form, change, problems }: FormPart) => {
  const { t } = useTranslation('live-admin')
  const [search, setSearch] = useState('')
  const asked = useSettled(search.trim(), SEARCH_AFTER_MS)
  const found = useQuery(learnersQuery(asked))
  const chosen = new Set(form.invitees.map(({ id }) => id))
  const candidates = asked === '' ? [] : (found.data?.results ?? []).filter(({ id }) => !chosen.has(id))
  return (
    <div className="flex flex-col gap-2">
      <SearchField label={t('form.learners')} value={search} onChange={setSearch} />
      {asked !== '' && candidates.length === 0 && !found.isFetching && (
        <p role="status" className="text-sm text-ink-muted">
          {t('form.learnersNone')}
        </p>
      )}
      {candidates.length > 0 && (
        <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-lg border border-line">
          {candidates.map((learner) => (
            <li key={learner.id}>
              <button
                type="button"
                className="flex min-h-11 w-full items-center px-3 text-start text-sm -outline-offset-2 hover:bg-surface-sunken disabled:opacity-55"
                disabled={form.invitees.length >= INVITEES_MAX}
                onClick={() => change({ invitees: [...form.invitees, learner] })}
              >
                <bdi>{learner.name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {problems.includes('invitees') && <p className="text-sm text-error-text">{t('problem.invitees')}</p>}
      <PeopleChips
        label={t('form.chosenLearners')}
        people={form.invitees}
        onRemove={(id) => change({ invitees: form.invitees.filter((learner) => learner.id !== id) })}
      />
    </div>
  )
}
