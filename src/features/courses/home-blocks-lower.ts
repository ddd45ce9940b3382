/** The learning home's other blocks travel together. */
export { MyCourses } from './components/home/MyCourses.tsx'
export { OverallProgress } from './components/home/OverallProgress.tsx'
