import { useCallback } from 'react'
import { useCourseChanges } from '#src/features/courses/index.ts'
import { useGoalChanged } from '#src/features/leaderboard/index.ts'

/** The weekly goal and the recommendations follow from the learner's plan. */
export const usePlanChanged = () => {
  const courseChanged = useCourseChanges()
  const goalChanged = useGoalChanged()
  return useCallback(() => {
    void courseChanged({ type: 'interests' })
    goalChanged()
  }, [courseChanged, goalChanged])
}
