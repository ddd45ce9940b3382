import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { roleFlags } from '#src/core/session/roles.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { FirstCourses, FirstCoursesSkeleton } from '#src/features/courses/index.ts'
import { Welcome, planQuery } from '#src/features/learner-plan/index.ts'
import { useSettleHome } from '../../home-settled.ts'
import { usePlanChanged } from './use-plan-changed.ts'

/** For somebody without a course: the welcome, then a course to start with. Staff are not asked. */
export const FirstDay = () => {
  const { isStudent } = roleFlags(useAppSelector(selectUser).role)
  const plan = useQuery({ ...planQuery(), enabled: isStudent })
  const planChanged = usePlanChanged()
  const isAsked = plan.data?.welcomed === false
  useFocusAfterWelcome(isAsked)
  useSettleHome(!isAsked && !(isStudent && plan.isPending))
  if (isStudent && plan.isPending) return <FirstCoursesSkeleton />
  return isAsked ? <Welcome onSaved={planChanged} /> : <FirstCourses />
}

/** The button that had the focus is gone: the focus moves to the page's heading. */
const useFocusAfterWelcome = (isAsked: boolean) => {
  const wasAsked = useRef(isAsked)
  useEffect(() => {
    if (wasAsked.current && !isAsked) document.querySelector<HTMLElement>('main h1, h1')?.focus()
    wasAsked.current = isAsked
  }, [isAsked])
}
