import { test } from 'vitest';
import { expectWhole } from '../gate.fixture.ts';
import { claimsOf } from '../sources/claims.rules.ts';

test.each([
  [
    'study',
    `
      Study show | Studies shows | Survey says | Surveys say | Poll found | Polls finds | Research find |
      Report suggests | Reports suggest | Trial proves | Paper prove | Analysis confirms | Study confirm |
      Study reveals | Study revealed | Study links | Study linked | Study of | Study from | Study by |
      Study in | Study published | A study | Recent survey | New poll | One analysis | Another survey |
      This survey | 2020s survey | Recent research | New research | Researchers | Scientists |
      Psychologists | Economists | Neuroscientists | Statisticians | Science say | Data says |
      Evidence show | Statistics shows | Numbers suggest | Experts suggests | Doctors prove |
      Analysts proves | Nutritionists agree | Dentists found | Dermatologists find | Trainers recommend |
      Analysts confirm | Analysts confirms | Analysts warn | Analysts back | Analysts backs |
      According to a | According to an | According to the | According to new | According to recent |
      According to research | According to experts | According to data | According to studies |
      According to doctors | According to statistics | According to surveys | According to industry |
      According to my | According to one | Scientifically | Clinically | Statistically | Has shown |
      Have proven | Been been proven | A journal in | A experiment by | A meta from | A experiment found |
      A experiment says | A experiment shows | A experiment published | University of beans | Harvard |
      Stanford | Mit | Oxford | Cambridge | Yale | Princeton | Gallup | Mckinsey | Deloitte | Nielsen |
      Gartner | Reported that | Published that | Announced that | Concluded that | Revealed that |
      On average | The average beans rain spends | The typical beans rain earns |
      The median beans rain saves | The typical beans rain loses | The typical beans rain takes |
      The typical beans rain costs | The typical beans rain wastes | The typical beans rain checks |
      The typical beans rain gets | The typical beans rain uses | The typical beans rain pays |
      The typical beans rain has`,
  ],
  [
    'share',
    `
      Half of | Third of | Thirds of | Quarter of | Quarters of | Fifth of | Tenth of | Majority of |
      One beans in two | Two beans in three | Three beans in four | One beans in five | One beans in six |
      One beans in seven | One beans in eight | One beans in nine | One beans in ten |
      One beans rain in two | Two beans rain in three | Three beans rain in four |
      One beans rain in five | One beans rain in six | One beans rain in seven | One beans rain in eight |
      One beans rain in nine | One beans rain in ten | Two of the two | Three of the three |
      Four of the four | Five of the five | Six of the six | Seven of the seven | Eight of the eight |
      Nine of the nine | Ten of the ten | Most doctors now say | Many experts agrees |
      Some dentists now says | Almost teachers recommend | All trainers recommends |
      Most chefs now agree | Most farmers now advise | Most therapists now believe |
      Most pediatricians now admit | Most vets now suggest | Most coaches now have |
      Most nutritionists now will | Most engineers now swear | Most investors now consider |
      Most recruiters now agrees | Ranks first | Ranked second | Rank third | Ranks last | Ranks among |
      Ranks number | One in of two | Two out three | Three out of four | Four out of five |
      Five out of six | Six out of seven | Seven out of eight | Eight out of nine | Nine out of ten |
      Ten out of twenty | One out of hundred | One out of every | Two percent | Three per | Four times |
      Five years | Six months | Seven decades | Eight dollars | Nine euros | Ten pounds | Two bucks |
      Two customers | Two clients | Two users | Two followers | Two readers | Two orders | Twice as |
      Double that | Triple that | Half the | Quadruple the | Doubled | Tripled | Quadrupled | Halved |
      Double your | Triple our | Double my | Hundreds of | Thousands of | Millions of | Billions of |
      Dozens of | Hundred people | Thousand customers | Million clients | Billion users |
      Dozen followers | Hundred readers | Hundred orders | Hundred dollars | Hundred euros |
      Hundred pounds | Hundred times | Hundred years | Hundred percent | Hundred homes |
      Hundred families | The number one beans in the | No one beans in on | Percent cent |
      Percentage cent | Per cent | More than half | Fewer than twice | Less than double |
      The biggest in the world | The largest on country | The oldest of europe | The fastest of america |
      The tallest of earth | The most of history | The largest of planet | Voted best | Ranked top |
      Rated number | Named the | Awarded first`,
  ],
  [
    'record',
    `
      In the spring of last year | In summer last year | In autumn last year | In fall last year |
      In winter last year | In last year | Last year, beans | Last month, beans | Last quarter, beans |
      Last season, beans | Since the fifties | Since sixties | Since seventies | Since eighties |
      Since nineties | In the fifties | In the sixties | In the seventies | In the eighties |
      In the nineties | Years ago | Months ago | Decades ago | Weeks ago | A decade ago | A year ago |
      A month ago | A week ago | Founded in | Established by | Launched back | Invented by |
      Discovered by | Introduced by | Our customers say | My clients says | Our readers saw |
      Our students see | Our followers tell | Our team told | Our clients report | Our clients love |
      Our clients keep | Award winning | Sold out | Best selling | Best seller | Best sellers`,
  ],
] as const)('each of these words claims something: a %s', (kind, turns) => {
  expectWhole(turns, kind, (text) => claimsOf(text, 'en').find((claim) => claim.kind === kind)?.kind);
});
