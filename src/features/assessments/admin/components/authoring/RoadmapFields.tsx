import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { placementPages } from '#contract/assessments/admin/authoring.ts'
import type { BankTopic } from '#contract/question-bank/question-bank.ts'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import { CoursePicker } from '#src/core/editing/CoursePicker.tsx'
import { roadmapCoursesQuery } from '../../api/authoring.queries.ts'
import type { FormPart } from '../../model/form-part.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { FormSection } from './FormSection.tsx'
import { NumberField } from './NumberField.tsx'

type Props = FormPart & { topics: readonly BankTopic[] }

const STAGES = ['core', 'projects', 'interview', 'placement'] as const

/** The courses that each stage of the roadmap recommends. */
export const RoadmapFields = ({ form, change, problems, topics }: Props) => {
  const { t } = useTranslation('assessments/admin/authoring')
  const { local } = useLocalized()
  const courses = useQuery(roadmapCoursesQuery())
  const { roadmap } = form
  const set = (next: Partial<typeof roadmap>) => change({ roadmap: { ...roadmap, ...next } })
  const foundationOf = (topicId: number) =>
    roadmap.foundation.find((stage) => stage.topic_id === topicId)?.course_ids ?? []
  const setFoundation = (topicId: number, ids: number[]) =>
    set({
      foundation: [
        ...roadmap.foundation.filter((stage) => stage.topic_id !== topicId),
        ...(ids.length > 0 ? [{ topic_id: topicId, course_ids: ids }] : []),
      ].toSorted((a, b) => a.topic_id - b.topic_id),
    })
  return (
    <FormSection title={t('roadmap.title')} text={t('roadmap.text')}>
      <NumberField
        label={t('roadmap.weak')}
        hint={t('roadmap.weakHint')}
        error={problems.includes('weak') ? t('problem.percent') : null}
        className="sm:max-w-xs"
        min={0}
        max={100}
        value={roadmap.weak_below_percent}
        onChange={(percent) => set({ weak_below_percent: percent })}
      />
      <div className="grid gap-5 lg:grid-cols-2">
        {topics.map((topic) => (
          <CoursePicker
            key={topic.id}
            label={t('roadmap.foundation', { topic: local(topic.names) })}
            courses={courses.data}
            chosen={foundationOf(topic.id)}
            onChange={(ids) => setFoundation(topic.id, ids)}
          />
        ))}
        {STAGES.map((stage) => (
          <CoursePicker
            key={stage}
            label={t(`roadmap.${stage}`)}
            courses={courses.data}
            chosen={roadmap[stage]}
            onChange={(ids) => set({ [stage]: ids })}
          />
        ))}
      </div>
      <fieldset>
        <legend className="text-sm font-medium">{t('roadmap.pages')}</legend>
        {placementPages.map((page) => (
          <Checkbox
            key={page}
            label={t(`roadmap.page.${page.slice(1)}`)}
            checked={roadmap.placement_pages.includes(page)}
            onChange={(event) =>
              set({
                placement_pages: placementPages.filter((each) =>
                  each === page ? event.target.checked : roadmap.placement_pages.includes(each),
                ),
              })
            }
          />
        ))}
      </fieldset>
    </FormSection>
  )
}
