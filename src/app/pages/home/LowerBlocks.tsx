import { MyCourses, OverallProgress } from '#src/features/courses/index.ts'
import {
  BadgesCard,
  GoalCard,
  HeatmapCard,
  HoursCard,
  LeadersCard,
  MarksCard,
  StreakCard,
} from '#src/features/leaderboard/index.ts'

/** Below what the home is opened for. */
export const MainBlocks = () => (
  <>
    <MyCourses />
    <MarksCard />
    <HoursCard />
    <HeatmapCard />
    <BadgesCard />
  </>
)

export const SideBlocks = () => (
  <>
    <StreakCard />
    <GoalCard />
    <OverallProgress />
    <LeadersCard />
  </>
)
