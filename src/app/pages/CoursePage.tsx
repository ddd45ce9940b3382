import { Suspense } from 'react'
import { CourseDetailPage } from '#src/features/courses/index.ts'
import { SaveCourse } from '#src/features/offline/index.ts'

/** A course, with the way to take it along for who may learn it. */
export const CoursePage = () => (
  <CourseDetailPage
    beside={(course) =>
      course.progress && (
        <div className="mt-4 border-t border-line pt-4">
          {/* As tall as what comes, so that no lesson moves away under a finger. */}
          <Suspense fallback={<div className="h-19" />}>
            <SaveCourse courseId={course.id} />
          </Suspense>
        </div>
      )
    }
  />
)
