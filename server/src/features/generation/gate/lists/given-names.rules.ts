/** Common first names in the supported languages' regions: before a surname, they name a person. */
export const givenNames: ReadonlySet<string> = new Set(
  `
  aaron abigail adam adrian agnes ahmed aisha alan albert alejandro alex alexander alexandra alice alicia alison amanda
  amelia amir amy ana andrea andreas andrew angela anita ann anna anne annie anthony antonio arthur ashley barbara beatriz
  ben benjamin bernard beth betty bill bob brad brandon brenda brian bruce bruno camila carla carlos carmen carol caroline
  catherine charles charlotte chen cheryl chloe chris christian christina christine christopher claire clara claudia colin
  craig cynthia daniel daniela dave david deborah dennis diana diane diego dmitri donald donna doris dorothy douglas
  dylan ed edith eduardo edward elena eli elias elizabeth ella ellen emily emma eric erik ernest esther ethan eva evelyn
  fatima felix fernando fiona florence frances francis francisco frank franz fred gabriel gary george gerald gloria grace
  graham greg gregory greta hannah hans harold harry hassan heather hector heidi helen helena henry howard hugh hugo ian
  ibrahim ines ingrid irene isaac isabel isabella ivan jack jacob jacqueline james jamie jan jane janet jason javier jay
  jean jeff jeffrey jennifer jenny jeremy jerry jessica jill jim joan joanna joe joel johan john johnny jon jonathan jordan
  jorge jose joseph joshua joyce juan judith judy julia julian julie justin karen karl kate katherine kathleen kathy katie
  keith kelly ken kenneth kevin kim kurt kyle larry laura lauren lawrence lea lee leo leon leonard leslie liam lily linda
  lisa liz logan lorenzo louis louise lucas lucia lucy luis luke lydia magdalena manuel marco marcus margaret maria mariana
  marie marilyn mario marion martha martin mary mateo matt matthew maurice max megan mei melissa mia michael michelle miguel
  mike miriam mohamed mohammed molly monica nadia nancy naomi natalia natalie nathan neil nicholas nicole nina noah nora
  norman oliver olivia omar oscar otto owen pablo pamela patricia patrick paul paula pedro penelope peter philip phil
  priya rachel rafael rahul ralph ramon raymond rebecca ricardo richard rita rob robert roberto rodrigo roger ron ronald
  rosa rosemary ruben russell ruth ryan sally sam samantha samuel sandra santiago sara sarah scott sean sebastian sergio
  sharon sheila shirley simon sofia sonia sophia sophie stefan stella stephanie stephen steve steven stuart susan suzanne
  sylvia tanya ted teresa terry theo theodore theresa thomas tim timothy tina todd tom tony tracy trevor ursula valentina
  vanessa vera veronica victor victoria vincent virginia vivian vladimir walter wayne wendy wilhelm william xavier yasmin
  yusuf zachary zoe`
    .trim()
    .split(/\s+/),
);
