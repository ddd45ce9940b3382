import Medal from 'lucide-react/icons/medal'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { CourseCertificatePanel } from '#src/features/certificates/index.ts'
import { CourseDetailPage } from '#src/features/courses/index.ts'
import { SaveCourse } from '#src/features/offline/index.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'

/** The course page, with its certificate, and "save for offline" for people who are enrolled. */
export const CoursePage = () => (
  <CourseDetailPage
    beside={(course) =>
      course.progress && (
        <div className="mt-4 border-t border-line pt-4">
          {course.progress.state === 'completed' && <DoneLink courseId={course.id} />}
          {/* The height of the content, so that the lessons below do not move under a finger. */}
          <Suspense fallback={<div className="h-19" />}>
            <SaveCourse courseId={course.id} />
          </Suspense>
        </div>
      )
    }
    below={(course) => <CourseCertificatePanel courseId={course.id} />}
  />
)

/** To what the learner did in a finished course. */
const DoneLink = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('courses')
  return (
    <Link
      to={paths.courseDone(courseId)}
      className={buttonClass({ variant: 'secondary', block: true, className: 'mb-4' })}
    >
      <Medal aria-hidden="true" size={18} />
      {t('detail.seeDone')}
    </Link>
  )
}
