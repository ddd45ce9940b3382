import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import type { EditedJob, JobOptions } from '#contract/job-applications/editor.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Combobox } from '#src/shared/ui/forms/Combobox.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { useRecruiters } from '../../api/editor.queries.ts'
import { EditorSection } from './EditorSection.tsx'

type Props = {
  job: EditedJob
  people: JobOptions['recruiters']
  /** Only admins give jobs to instructors. */
  mayAssign: boolean
}

/** Which instructors handle the job; a change takes effect at once. */
export const RecruitersCard = ({ job, people, mayAssign }: Props) => {
  const { t } = useTranslation('recruiting/editor')
  const notify = useNotify()
  const { mutate, variables, isPending } = useRecruiters(job.id)
  const shownIds = isPending ? variables : job.recruiters.map(({ id }) => id)
  const known = new Map([...people, ...job.recruiters].map((person) => [person.id, person]))
  const chosen = shownIds.flatMap((id) => known.get(id) ?? [])
  const free = people.filter(({ id }) => !shownIds.includes(id))
  const save = (ids: number[]) =>
    mutate(ids, {
      onError: (error) => notify({ kind: 'error', title: errorText(error, t('people.failed')) }),
    })
  return (
    <EditorSection title={t('people.title')} text={t('people.text')}>
      {chosen.length === 0 ? (
        <p className="text-sm text-ink-muted">{t('people.none')}</p>
      ) : (
        <ul aria-label={t('people.title')} className="flex flex-col">
          {chosen.map(({ id, name }) => (
            <li key={id} className="flex min-h-11 items-center justify-between gap-2 text-ink">
              <bdi className="min-w-0 truncate">{name}</bdi>
              {mayAssign && (
                <button
                  type="button"
                  aria-label={t('people.remove', { name })}
                  className="flex size-11 shrink-0 items-center justify-center rounded-lg text-ink-muted hover:text-ink"
                  onClick={() => save(shownIds.filter((each) => each !== id))}
                >
                  <X aria-hidden="true" size={18} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAssign && free.length > 0 && (
        <Field label={t('people.add')}>
          {(control) => (
            <Combobox
              key={shownIds.join()}
              {...control}
              value={null}
              options={free.map(({ id, name }) => ({ value: String(id), label: name }))}
              texts={{ open: t('choose'), none: t('noneFound') }}
              placeholder={t('choose')}
              onChange={(value) => value !== null && save([...shownIds, Number(value)])}
            />
          )}
        </Field>
      )}
    </EditorSection>
  )
}
