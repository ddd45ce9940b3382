import { useTranslation } from 'react-i18next'
import type { CourseSettings } from '#contract/course-builder/draft.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { CourseCover } from '#src/shared/ui/content/CourseCover.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { COVER_SLOT } from '../../../model/upload-slots.ts'
import { UploadBox } from '../../UploadBox.tsx'

type Props = { course: CourseSettings; set: (change: Partial<CourseSettings>) => void }

const ALT_MAX = 300

/** The course's cover. Without an upload, a cover is drawn from the title. */
export const CoverFields = ({ course, set }: Props) => {
  const { t } = useTranslation('course-builder')
  const title = course.texts[course.language]?.title ?? ''
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[16rem_minmax(0,1fr)]">
      <figure className="flex flex-col gap-2">
        <CourseCover
          title={title}
          src={course.cover_url}
          alt={course.cover_alt}
          className="rounded-lg border border-line"
        />
        <figcaption className="text-sm text-ink-muted">
          {t(course.cover_url ? 'cover.own' : 'cover.drawn')}
        </figcaption>
      </figure>
      <div className="flex min-w-0 flex-col gap-4">
        <UploadBox
          slot={COVER_SLOT}
          kind="image"
          accept="image/png,image/jpeg,image/webp"
          label={t(course.cover_url ? 'cover.replace' : 'cover.choose')}
          hint={t('cover.hint')}
        />
        {course.cover_url && (
          <>
            <Field label={t('cover.alt')} hint={t('cover.altHint')} optionalLabel={t('optional')}>
              {(control) => (
                <TextInput
                  {...control}
                  dir="auto"
                  maxLength={ALT_MAX}
                  value={course.cover_alt ?? ''}
                  onChange={(event) => set({ cover_alt: event.target.value })}
                />
              )}
            </Field>
            <Button
              size="sm"
              variant="secondary"
              className="self-start"
              onClick={() => set({ cover_url: null, cover_alt: '' })}
            >
              {t('cover.remove')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
