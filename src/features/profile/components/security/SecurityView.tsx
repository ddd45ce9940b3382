import { Suspense, type ReactNode } from 'react'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'

/** Everything about signing in: the password, the second step and the signed-in devices. */
export const SecurityView = ({ twoStep }: { twoStep: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-10 [&>*+*]:border-t [&>*+*]:border-line [&>*+*]:pt-10">
    <PasswordCard />
    {twoStep && (
      <div>
        <Suspense fallback={<Skeleton height={192} />}>{twoStep}</Suspense>
      </div>
    )}
    <DevicesCard />
  </div>
)
