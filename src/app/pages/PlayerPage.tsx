import { Suspense, useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { ProgressResult } from '#contract/courses/courses.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { LessonQuestions } from '#src/features/community/index.ts'
import { TopicPage } from '#src/features/courses/learning/index.ts'
import { useCourse } from '#src/features/courses/course-page.ts'
import { useCourseChanges } from '#src/features/courses/index.ts'
import { SaveFold } from '#src/features/offline/index.ts'
import { useClient } from '../layouts/use-client.ts'

type Place = { courseId: number; topicId: number; itemId: number | null }

/** The player with the outline that courses owns; what it saves reaches the course and the home. */
export const PlayerPage = () => {
  const courseId = Number(useParams()['courseId'])
  const { course } = useCourse(Number.isInteger(courseId) && courseId > 0 ? courseId : null)
  const courseChanged = useCourseChanges()
  const saved = useCallback(
    (result: ProgressResult) => void courseChanged({ type: 'progress', result }),
    [courseChanged],
  )
  const after = (place: Place) => (
    <>
      <Questions {...place} />
      {course?.progress && (
        <Suspense>
          <SaveFold courseId={course.id} />
        </Suspense>
      )}
    </>
  )
  return <TopicPage outline={course} onProgress={saved} after={after} />
}

/** The lesson's questions, where the client has a community; they are fetched when the lesson can be read. */
const Questions = (place: Place) => {
  const { features } = useClient()
  const [due, setDue] = useState(false)
  useEffect(() => {
    let wanted = true
    void afterInteractive().then(() => {
      if (wanted) setDue(true)
    })
    return () => {
      wanted = false
    }
  }, [])
  if (!due || !hasFeature(features, 'community_forum')) return null
  return (
    <Suspense>
      <LessonQuestions {...place} />
    </Suspense>
  )
}
