import { HomeRecommendations, MyCourses } from '#src/features/courses/index.ts'
import { LeadersCard, MarksCard } from '#src/features/leaderboard/index.ts'

export { FirstDay } from './FirstDay.tsx'
export { TodayStrip } from '#src/features/leaderboard/index.ts'
export { NextClass } from '#src/features/live/index.ts'

/** Below what the home is opened for. */
export const LowerBlocks = ({ hasLeaderboard }: { hasLeaderboard: boolean }) => (
  <>
    <MyCourses />
    <HomeRecommendations />
    {hasLeaderboard && (
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_340px]">
        <MarksCard />
        <LeadersCard />
      </div>
    )}
  </>
)
