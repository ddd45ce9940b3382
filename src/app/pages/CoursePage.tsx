import { Suspense } from 'react'
import { CourseDetailPage } from '#src/features/courses/index.ts'
import { SaveCourse } from '#src/features/offline/index.ts'

/** The course page, with "save for offline" for people who are enrolled. */
export const CoursePage = () => (
  <CourseDetailPage
    beside={(course) =>
      course.progress && (
        <div className="mt-4 border-t border-line pt-4">
          {/* The height of the content, so that the lessons below do not move under a finger. */}
          <Suspense fallback={<div className="h-19" />}>
            <SaveCourse courseId={course.id} />
          </Suspense>
        </div>
      )
    }
  />
)
