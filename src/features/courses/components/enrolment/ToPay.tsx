import { useQuery } from '@tanstack/react-query'
import { Suspense, type ComponentProps } from 'react'
import type { CourseDetail } from '#contract/courses/outline.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import type { ReceivedAccess } from '../../api/consequences.ts'
import { coursePaymentQuery } from '../../api/payment.queries.ts'
import { HowToPay } from './HowToPay.tsx'

const LaterPayOnline = lazyPart(async () => (await import('./PayOnline.tsx')).PayOnline)

const PayOnline = (props: ComponentProps<typeof LaterPayOnline>) => (
  <Suspense fallback={<Skeleton className="h-28 w-full" />}>
    <LaterPayOnline {...props} />
  </Suspense>
)

/** A button where people can pay online, else how to pay. */
export const ToPay = ({ course, access }: { course: CourseDetail; access: ReceivedAccess }) => {
  const { data: payment, isPending } = useQuery(coursePaymentQuery(course.id))
  if (isPending) return <Skeleton className="h-28 w-full" />
  if (!payment?.provider || payment.amount_minor === null) return <HowToPay access={access} />
  return <PayOnline courseId={course.id} payment={payment} amountMinor={payment.amount_minor} />
}

/** What is left of the price after the booking amount. */
export const PayRest = ({ courseId }: { courseId: number }) => {
  const { data: payment } = useQuery(coursePaymentQuery(courseId))
  if (!payment?.provider || payment.amount_minor === null || payment.paid_minor === 0) return null
  return <PayOnline courseId={courseId} payment={payment} amountMinor={payment.amount_minor} />
}
