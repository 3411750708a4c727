-- What people post about. Staff curate the list; sign-up takes active niches only.
create table niches (
  id bigint generated always as identity primary key,
  name text not null check (name = trim(name) and length(name) between 1 and 80),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  parent_id bigint references niches (id),
  is_active boolean not null default true,
  selection_count integer not null default 0 check (selection_count >= 0),
  created_at timestamptz not null default now()
);
create unique index niches_name on niches (lower(name));
create index niches_search on niches using gin (lower(name) gin_trgm_ops);
create index niches_popular on niches (selection_count desc, id) where is_active;

-- The order is that of suggestions while nobody has chosen yet: best known first.
create temporary table seed (position integer generated always as identity, name text, parent text) on commit drop;
insert into seed (name, parent) values
  ('Gaming', null), ('Technology', null), ('AI & Machine Learning', 'Technology'), ('Fitness', null),
  ('Personal Finance', 'Finance'), ('Travel', null), ('Cryptocurrency', 'Finance'), ('Marketing', null),
  ('Food', null), ('Music', null), ('Sports', null), ('Health & Wellness', null), ('Fashion', null),
  ('Entrepreneurship', 'Business'), ('Photography', null), ('Movies', 'Entertainment'), ('Books', null),
  ('Science', null), ('Education', null), ('Parenting', 'Family'), ('Business', null), ('Finance', null),
  ('Entertainment', null), ('Beauty', null), ('Home & Garden', null), ('Pets', null), ('Art', null),
  ('Design', null), ('Career', null), ('Personal Growth', null), ('Relationships', null), ('Family', null),
  ('Automotive', null), ('Outdoors', null), ('Environment', null), ('News & Politics', null), ('Law', null),
  ('Real Estate', null), ('Spirituality', null), ('History', null), ('Crafts & Hobbies', null),
  ('Languages', 'Education'), ('Software Development', 'Technology'), ('Web Development', 'Technology'),
  ('Mobile Apps', 'Technology'), ('Cybersecurity', 'Technology'), ('Cloud Computing', 'Technology'),
  ('DevOps', 'Technology'), ('Data Science', 'Technology'), ('Open Source', 'Technology'),
  ('Programming', 'Technology'), ('Python', 'Technology'), ('JavaScript', 'Technology'),
  ('Robotics', 'Technology'), ('Gadgets', 'Technology'), ('Smart Home', 'Technology'),
  ('Virtual Reality', 'Technology'), ('Blockchain', 'Technology'), ('No-Code', 'Technology'),
  ('Quantum Computing', 'Technology'), ('Linux', 'Technology'), ('Esports', 'Gaming'), ('PC Gaming', 'Gaming'),
  ('Mobile Gaming', 'Gaming'), ('Retro Gaming', 'Gaming'), ('Indie Games', 'Gaming'),
  ('Game Development', 'Gaming'), ('Streaming', 'Gaming'), ('Board Games', 'Gaming'), ('Chess', 'Gaming'),
  ('Investing', 'Finance'), ('Stock Market', 'Finance'), ('Day Trading', 'Finance'), ('Budgeting', 'Finance'),
  ('Financial Independence', 'Finance'), ('Retirement Planning', 'Finance'), ('Taxes', 'Finance'),
  ('Fintech', 'Finance'), ('Decentralized Finance', 'Finance'), ('Bitcoin', 'Finance'), ('Ethereum', 'Finance'),
  ('Economics', 'Finance'), ('Side Hustles', 'Finance'), ('Passive Income', 'Finance'),
  ('Startups', 'Business'), ('Small Business', 'Business'), ('Software as a Service', 'Business'),
  ('Venture Capital', 'Business'), ('Leadership', 'Business'), ('Management', 'Business'),
  ('E-commerce', 'Business'), ('Freelancing', 'Business'), ('Consulting', 'Business'),
  ('Product Management', 'Business'), ('Project Management', 'Business'), ('Human Resources', 'Business'),
  ('Digital Marketing', 'Marketing'), ('Social Media', 'Marketing'), ('Content Marketing', 'Marketing'),
  ('SEO', 'Marketing'), ('Copywriting', 'Marketing'), ('Email Marketing', 'Marketing'),
  ('Affiliate Marketing', 'Marketing'), ('Branding', 'Marketing'), ('Sales', 'Marketing'),
  ('Public Relations', 'Marketing'), ('Bodybuilding', 'Fitness'), ('Running', 'Fitness'),
  ('Cycling', 'Fitness'), ('Yoga', 'Fitness'), ('Home Workouts', 'Fitness'), ('Weight Loss', 'Fitness'),
  ('Nutrition', 'Health & Wellness'), ('Mental Health', 'Health & Wellness'),
  ('Meditation', 'Health & Wellness'), ('Sleep', 'Health & Wellness'), ('Longevity', 'Health & Wellness'),
  ('Skincare', 'Beauty'), ('Makeup', 'Beauty'), ('Medicine', 'Health & Wellness'),
  ('Nursing', 'Health & Wellness'), ('Women''s Health', 'Health & Wellness'),
  ('Men''s Health', 'Health & Wellness'), ('Biohacking', 'Health & Wellness'), ('Cooking', 'Food'),
  ('Baking', 'Food'), ('Vegan Food', 'Food'), ('Barbecue', 'Food'), ('Healthy Recipes', 'Food'),
  ('Restaurants', 'Food'), ('Coffee', 'Food'), ('Wine', 'Food'), ('Craft Beer', 'Food'),
  ('Budget Travel', 'Travel'), ('Solo Travel', 'Travel'), ('Digital Nomads', 'Travel'),
  ('Backpacking', 'Travel'), ('Van Life', 'Travel'), ('Camping', 'Outdoors'), ('Hiking', 'Outdoors'),
  ('Fishing', 'Outdoors'), ('Climbing', 'Outdoors'), ('Surfing', 'Outdoors'), ('Skiing', 'Outdoors'),
  ('Football', 'Sports'), ('Soccer', 'Sports'), ('Basketball', 'Sports'), ('Baseball', 'Sports'),
  ('Tennis', 'Sports'), ('Golf', 'Sports'), ('Cricket', 'Sports'), ('Motorsport', 'Sports'),
  ('Martial Arts', 'Sports'), ('Fantasy Sports', 'Sports'), ('Television', 'Entertainment'),
  ('Anime', 'Entertainment'), ('Comics', 'Entertainment'), ('Podcasts', 'Entertainment'),
  ('Comedy', 'Entertainment'), ('Electronic Music', 'Music'), ('Music Production', 'Music'),
  ('Writing', 'Books'), ('Poetry', 'Books'), ('Science Fiction', 'Books'), ('Graphic Design', 'Design'),
  ('User Experience', 'Design'), ('Architecture', 'Design'), ('Interior Design', 'Home & Garden'),
  ('Gardening', 'Home & Garden'), ('Do It Yourself', 'Home & Garden'), ('Minimalism', 'Personal Growth'),
  ('Motivation', 'Personal Growth'), ('Productivity', 'Personal Growth'), ('Stoicism', 'Personal Growth'),
  ('Philosophy', 'Science'), ('Psychology', 'Science'), ('Space', 'Science'), ('Climate', 'Environment'),
  ('Sustainability', 'Environment'), ('Renewable Energy', 'Environment'), ('Electric Vehicles', 'Automotive'),
  ('Motorcycles', 'Automotive'), ('Dogs', 'Pets'), ('Cats', 'Pets'), ('Weddings', 'Relationships'),
  ('Dating', 'Relationships'), ('Teaching', 'Education'), ('Job Search', 'Career'), ('Remote Work', 'Career');

insert into niches (name, slug)
  select name, trim(both '-' from regexp_replace(replace(replace(lower(name), '&', 'and'), '''', ''), '[^a-z0-9]+', '-', 'g'))
  from seed order by position;
update niches set parent_id = parent.id
  from seed join niches parent on parent.name = seed.parent
  where niches.name = seed.name;

-- Niches that people miss. Staff look through them; a person's repeat, in whatever case it is written, is one request.
create table niche_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  notes text,
  status text not null default 'open' check (status in ('open', 'added', 'declined')),
  created_at timestamptz not null
);
create unique index niche_requests_once on niche_requests (user_id, lower(name));
create index niche_requests_open on niche_requests (created_at) where status = 'open';
