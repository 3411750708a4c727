-- What was wrong with a job's earlier answers, with the words at fault, so that the model is told them.
alter table generation_jobs drop column faults;
alter table generation_jobs add column refusals jsonb not null default '[]';
