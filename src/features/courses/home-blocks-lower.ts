/** One chunk with the blocks of the learning home that load later. */
export { MyCourses } from './components/home/MyCourses.tsx'
export { OverallProgress } from './components/home/OverallProgress.tsx'
