import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StaffSessionDetail } from '#contract/live/admin/sessions.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { optionsQuery, usePlaceRecording } from '../../api/live-admin.queries.ts'

type Props = { session: StaffSessionDetail; onClose: () => void }

const usePlace = (session: StaffSessionDetail) => {
  const { data } = useQuery(optionsQuery())
  const courses = (data?.courses ?? []).filter(({ sections }) => sections.length > 0)
  const [courseId, setCourseId] = useState(session.course?.id ?? null)
  const [sectionId, setSectionId] = useState(session.form.section_id)
  const course = courses.find(({ id }) => id === courseId) ?? courses[0]
  const section = course?.sections.find(({ id }) => id === sectionId) ?? course?.sections.at(-1)
  return { courses, course, section, setCourseId, setSectionId, isLoaded: data !== undefined }
}

/** Puts the recording into a course, as a lesson at the end of a section. */
export const PlaceDialog = ({ session, onClose }: Props) => {
  const { t } = useTranslation('live-admin')
  const place = usePlaceRecording(session.id)
  const { courses, course, section, setCourseId, setSectionId, isLoaded } = usePlace(session)
  const done = place.data?.outcome
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('place.title')}
      description={t('place.text')}
      closeLabel={t('ask.close')}
      actions={
        !done && (
          <Button
            pending={place.isPending}
            disabled={!course || !section}
            onClick={() => {
              if (course && section) place.mutate({ course_id: course.id, section_id: section.id })
            }}
          >
            {t('place.confirm')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!done && course && section && (
          <>
            <Choice label={t('form.course')} value={course.id} options={courses} onChange={setCourseId} />
            <Choice
              label={t('form.section')}
              value={section.id}
              options={course.sections}
              onChange={setSectionId}
            />
          </>
        )}
        {isLoaded && !course && <Alert kind="info" title={t('place.nowhere')} />}
        {place.isError && <Alert kind="error" title={errorText(place.error, t('place.failed'))} />}
        {done && course && <Done outcome={done} courseId={course.id} />}
      </div>
    </Dialog>
  )
}

type ChoiceProps = {
  label: string
  value: number
  options: readonly { id: number; title: string }[]
  onChange: (id: number) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <Field label={label}>
    {(control) => (
      <Select
        {...control}
        value={String(value)}
        options={options.map(({ id, title }) => ({ value: String(id), label: title }))}
        onChange={(id) => onChange(Number(id))}
      />
    )}
  </Field>
)

type DoneProps = { outcome: 'published' | 'drafted' | 'there'; courseId: number }

const Done = ({ outcome, courseId }: DoneProps) => {
  const { t } = useTranslation('live-admin')
  return (
    <>
      <Alert kind={outcome === 'drafted' ? 'info' : 'success'} title={t(`place.done.${outcome}`)}>
        {outcome === 'drafted' && t('place.draftedText')}
      </Alert>
      <Link to={adminPaths.course(courseId)} className={buttonClass({ variant: 'secondary' })}>
        {t('place.open')}
      </Link>
    </>
  )
}
