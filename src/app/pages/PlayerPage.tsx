import { Suspense, useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { ProgressResult } from '#contract/courses/progress.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { afterInteractive } from '#src/core/after-interactive.ts'
import { LessonQuestions } from '#src/features/community/index.ts'
import { TopicPage } from '#src/features/courses/learning/index.ts'
import { useCourse } from '#src/features/courses/course-page.ts'
import { useCourseChanges } from '#src/features/courses/index.ts'
import { CollapsedSaveCourse } from '#src/features/offline/index.ts'
import { useClient } from '../layouts/use-client.ts'

type Position = { courseId: number; topicId: number; itemId: number | null }

/** The course player with the course's outline; saved progress updates the course and the home. */
export const PlayerPage = () => {
  const courseId = Number(useParams()['courseId'])
  const { course } = useCourse(Number.isInteger(courseId) && courseId > 0 ? courseId : null)
  const courseChanged = useCourseChanges()
  const handleSaved = useCallback(
    (result: ProgressResult) => void courseChanged({ type: 'progress', result }),
    [courseChanged],
  )
  const after = (position: Position) => (
    <>
      <Questions {...position} />
      {course?.progress && (
        <Suspense>
          <CollapsedSaveCourse courseId={course.id} />
        </Suspense>
      )}
    </>
  )
  return <TopicPage outline={course} onProgress={handleSaved} after={after} />
}

/** The lesson's questions, if the client has a community; they load after the lesson can be read. */
const Questions = (position: Position) => {
  const { features } = useClient()
  const [isInteractive, setIsInteractive] = useState(false)
  useEffect(() => {
    let isMounted = true
    void afterInteractive().then(() => {
      if (isMounted) setIsInteractive(true)
    })
    return () => {
      isMounted = false
    }
  }, [])
  if (!isInteractive || !hasFeature(features, 'community_forum')) return null
  return (
    <Suspense>
      <LessonQuestions {...position} />
    </Suspense>
  )
}
