import { BadgesCard } from './BadgesCard.tsx'
import { ActivityFigures } from './ActivityFigures.tsx'
import { HeatmapCard } from './HeatmapCard.tsx'
import { HoursCard } from './HoursCard.tsx'

/** The learner's activity (spec 2: Profile, My activity). */
export const MyActivity = () => (
  <section aria-labelledby="my-activity" className="flex min-w-0 flex-col gap-6">
    <ActivityFigures titleId="my-activity" />
    <HoursCard />
    <HeatmapCard />
    <BadgesCard />
  </section>
)
